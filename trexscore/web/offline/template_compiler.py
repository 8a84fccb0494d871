"""Compiles Jinja templates to JavaScript functions, so that an offline phone renders the same templates.

Supports only what our templates use; anything else raises `UnsupportedTemplate`, which a test finds. Every scope is an
object whose prototype is the enclosing scope, which gives Jinja's name lookup.
"""

import json
from collections.abc import Iterable

from jinja2 import Environment, meta, nodes

_SCRIPT_BY_OPERATOR = {
    "and": "r.and({}, () => {})",
    "or": "r.or({}, () => {})",
    "+": "r.add({}, {})",
    "-": "({} - {})",
    "eq": "r.eq({}, {})",
    "ne": "!r.eq({}, {})",
    "in": "r.in({}, {})",
    "notin": "!r.in({}, {})",
    "lt": "({} < {})",
    "lteq": "({} <= {})",
    "gt": "({} > {})",
    "gteq": "({} >= {})",
}
"""The code for an operator of two expressions."""
_SUPPORTED_FILTERS = (
    "number",
    "points",
    "change",
    "seat_letter",
    "ems",
    "sized",
    "length",
    "lower",
    "join",
    "list",
    "map",
    "tojson",
    "abs",
)
_KEPT_ITEM_TRUTH_BY_FILTER = {"selectattr": "true", "rejectattr": "false"}
_TEXT_COUNT_BY_FUNCTION = {"_": 1, "ngettext": 2, "pgettext": 2}
"""Translation functions, and how many of their first arguments are texts."""
Sentence = tuple[str, tuple[str, ...]]
"""The translation function and its texts."""


class UnsupportedTemplate(ValueError):
    """The template uses something that the phone does not support."""


class TemplateCompiler:
    """Compiles templates. Collects their sentences, which the phone gets in the reader's language, and the names of the
    templates that they extend and include.
    """

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self.sentences: set[Sentence] = set()
        self.referenced_names: set[str] = set()

    def compile(self, template_name: str) -> str:
        """The template as a JavaScript object: parent, blocks, body."""
        tree = self._environment.parse(_template_source(self._environment, template_name), name=template_name)
        for name in meta.find_referenced_templates(tree):
            if name is None:
                raise UnsupportedTemplate(f"{template_name}: the name of a template is not constant")
            self.referenced_names.add(name)
        parents = [self._expression(extends.template) for extends in tree.find_all(nodes.Extends)]
        blocks = {block.name: self._function_code(block.body) for block in tree.find_all(nodes.Block)}
        block_entries = ", ".join(f"{json.dumps(name)}: {code}" for name, code in blocks.items())
        parent = parents[0] if parents else "null"
        # A child template outputs only its blocks; outside of them, only assignments and macros matter.
        body = [node for node in tree.body if not parents or isinstance(node, nodes.Assign | nodes.Macro)]
        return f"{{ parent: {parent}, blocks: {{ {block_entries} }}, body: {self._function_code(body)} }}"

    def _function_code(self, body: Iterable[nodes.Node]) -> str:
        return f'(c) => {{ let o = ""; {self._statements(body)} return o; }}'

    def _statements(self, body: Iterable[nodes.Node]) -> str:
        return " ".join(filter(None, map(self._statement, body)))

    def _statement(self, node: nodes.Node) -> str:
        return self._compile_node("statement", node)

    def _expression(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.BinExpr):
            return self._operator_code(node.operator, node.left, node.right, node.lineno)
        return self._compile_node("expression", node)

    def _compile_node(self, category: str, node: nodes.Node) -> str:
        """The code of a node, from the method that is named for its type."""
        name = type(node).__name__.lower()
        compiled = getattr(self, f"_{category}_{name}", None)
        if compiled is None:
            raise UnsupportedTemplate(f"line {node.lineno}: {name}")
        return str(compiled(node))

    # Statements.

    def _statement_output(self, node: nodes.Output) -> str:
        return " ".join(map(self._output_code, node.nodes))

    def _output_code(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.TemplateData):
            return f"o += {json.dumps(node.data, ensure_ascii=False)};"
        return f"o += r.e({self._expression(node)});"

    def _statement_if(self, node: nodes.If) -> str:
        code = f"if (r.t({self._expression(node.test)})) {{ {self._statements(node.body)} }}"
        for branch in node.elif_:
            code += f" else if (r.t({self._expression(branch.test)})) {{ {self._statements(branch.body)} }}"
        return f"{code} else {{ {self._statements(node.else_)} }}" if node.else_ else code

    def _statement_for(self, node: nodes.For) -> str:
        if node.recursive:
            raise UnsupportedTemplate(f"line {node.lineno}: a loop in itself")
        bind = self._assignment_code(node.target, "x")
        condition = "null"
        if node.test is not None:
            condition = f"(c, x) => {{ c = Object.create(c); {bind} return r.t({self._expression(node.test)}); }}"
        body_code = f'(c, x) => {{ let o = ""; {bind} {self._statements(node.body)} return o; }}'
        else_code = self._function_code(node.else_) if node.else_ else "null"
        return f"o += r.each(c, {self._expression(node.iter)}, {condition}, {body_code}, {else_code});"

    def _assignment_code(self, target: nodes.Node, value_code: str) -> str:
        if isinstance(target, nodes.Tuple):
            return " ".join(
                self._assignment_code(item, f"{value_code}[{index}]") for index, item in enumerate(target.items)
            )
        if isinstance(target, nodes.NSRef):
            return f"c.{target.name}.{target.attr} = {value_code};"
        if isinstance(target, nodes.Name):
            return f"c.{target.name} = {value_code};"
        raise UnsupportedTemplate(f"line {target.lineno}: {target}")

    def _statement_assign(self, node: nodes.Assign) -> str:
        return self._assignment_code(node.target, self._expression(node.node))

    def _statement_block(self, node: nodes.Block) -> str:
        return f"o += c.block({json.dumps(node.name)});"

    def _statement_include(self, node: nodes.Include) -> str:
        return f"o += r.include(c, {self._expression(node.template)});"

    def _statement_macro(self, node: nodes.Macro) -> str:
        names = [argument.name for argument in node.args]
        required_count = len(names) - len(node.defaults)
        defaults = dict(zip(names[required_count:], map(self._expression, node.defaults), strict=True))
        default_entries = ", ".join(f"{json.dumps(name)}: {code}" for name, code in defaults.items())
        body = self._function_code(node.body)
        return f"c.{node.name} = r.macro(c, {json.dumps(names)}, {{ {default_entries} }}, {body});"

    def _statement_callblock(self, node: nodes.CallBlock) -> str:
        caller = (
            f"() => {{ const caller = {self._function_code(node.body)}; return r.safe(caller(Object.create(c))); }}"
        )
        return f"o += r.e({self._call_code(node.call, caller)});"

    # Expressions.

    def _expression_const(self, node: nodes.Const) -> str:
        return json.dumps(node.value, ensure_ascii=False)

    def _expression_templatedata(self, node: nodes.TemplateData) -> str:
        return f"r.safe({json.dumps(node.data, ensure_ascii=False)})"

    def _expression_name(self, node: nodes.Name) -> str:
        return f"c.{node.name}"

    def _expression_getattr(self, node: nodes.Getattr) -> str:
        return f"r.get({self._expression(node.node)}, {json.dumps(node.attr)})"

    def _expression_getitem(self, node: nodes.Getitem) -> str:
        return f"r.get({self._expression(node.node)}, {self._expression(node.arg)})"

    def _expression_list(self, node: nodes.List) -> str:
        return f"[{', '.join(map(self._expression, node.items))}]"

    _expression_tuple = _expression_list

    def _expression_dict(self, node: nodes.Dict) -> str:
        pairs = (f"[{self._expression(pair.key)}]: {self._expression(pair.value)}" for pair in node.items)
        return f"({{ {', '.join(pairs)} }})"

    def _expression_condexpr(self, node: nodes.CondExpr) -> str:
        else_code = "undefined" if node.expr2 is None else self._expression(node.expr2)
        return f"(r.t({self._expression(node.test)}) ? {self._expression(node.expr1)} : {else_code})"

    def _expression_not(self, node: nodes.Not) -> str:
        return f"!r.t({self._expression(node.node)})"

    def _expression_neg(self, node: nodes.Neg) -> str:
        return f"-{self._expression(node.node)}"

    def _expression_concat(self, node: nodes.Concat) -> str:
        return f"r.concat([{', '.join(map(self._expression, node.nodes))}])"

    def _expression_compare(self, node: nodes.Compare) -> str:
        (operand,) = node.ops
        return self._operator_code(operand.op, node.expr, operand.expr, node.lineno)

    def _operator_code(self, operator: str, left: nodes.Node, right: nodes.Node, line_number: int) -> str:
        if operator not in _SCRIPT_BY_OPERATOR:
            raise UnsupportedTemplate(f"line {line_number}: {operator}")
        return _SCRIPT_BY_OPERATOR[operator].format(self._expression(left), self._expression(right))

    def _expression_test(self, node: nodes.Test) -> str:
        if node.name not in {"none", "defined"}:
            raise UnsupportedTemplate(f"line {node.lineno}: is {node.name}")
        return f"r.is_{node.name}({self._expression(node.node)})"

    def _expression_filter(self, node: nodes.Filter) -> str:
        if node.node is None or (node.name not in _SUPPORTED_FILTERS and node.name not in _KEPT_ITEM_TRUTH_BY_FILTER):
            raise UnsupportedTemplate(f"line {node.lineno}: |{node.name}")
        arguments = [self._expression(node.node), *map(self._expression, node.args)]
        arguments += [self._expression(keyword.value) for keyword in node.kwargs]
        if node.name in _KEPT_ITEM_TRUTH_BY_FILTER:
            other_arguments = "".join(f", {code}" for code in arguments[3:])
            return f"r.picked({arguments[0]}, {arguments[1]}, {_KEPT_ITEM_TRUTH_BY_FILTER[node.name]}{other_arguments})"
        return f"r.{node.name}({', '.join(arguments)})"

    def _expression_call(self, node: nodes.Call) -> str:
        return self._call_code(node, "undefined")

    def _call_code(self, node: nodes.Call, caller_code: str) -> str:
        callee = node.node
        if isinstance(callee, nodes.Name) and callee.name in _TEXT_COUNT_BY_FUNCTION:
            return self._translation_code(callee.name, node)
        arguments = f"[{', '.join(map(self._expression, node.args))}]"
        keywords = ", ".join(f"{json.dumps(keyword.key)}: {self._expression(keyword.value)}" for keyword in node.kwargs)
        if isinstance(callee, nodes.Getattr):
            return f"r.method({self._expression(callee.node)}, {json.dumps(callee.attr)}, {arguments})"
        return f"r.call({self._expression(callee)}, {arguments}, {{ {keywords} }}, {caller_code})"

    def _translation_code(self, function_name: str, call: nodes.Call) -> str:
        text_count = _TEXT_COUNT_BY_FUNCTION[function_name]
        texts = tuple(text.value for text in call.args[:text_count] if isinstance(text, nodes.Const))
        if len(texts) != text_count:
            raise UnsupportedTemplate(f"line {call.lineno}: a sentence that is not known beforehand")
        self.sentences.add((function_name, texts))
        key = json.dumps(sentence_key(function_name, texts), ensure_ascii=False)
        keywords = ", ".join(f"{json.dumps(keyword.key)}: {self._expression(keyword.value)}" for keyword in call.kwargs)
        if function_name == "ngettext":
            return f"r.plural({key}, {self._expression(call.args[text_count])}, {{ {keywords} }})"
        return f"r.sentence({key}, {{ {keywords} }})"


def sentence_key(function_name: str, texts: tuple[str, ...]) -> str:
    """The key of a sentence on the phone: its English text, with the context before it if it has one."""
    return "\x04".join(texts) if function_name == "pgettext" else texts[0]


def _template_source(environment: Environment, template_name: str) -> str:
    if environment.loader is None:
        raise UnsupportedTemplate("an environment without templates")
    return environment.loader.get_source(environment, template_name)[0]
