"""Sign-off of kingdoms, confirmation of entries, and the policy that asks for it."""
