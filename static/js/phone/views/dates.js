// Dates as the language writes them.

/** The UTC offset at the end of an ISO time. */
export const ZONE_PATTERN = /(?:Z|[+-]\d\d:\d\d)$/;

/** A moment in this phone's time zone; as it is if it states no zone, or at an end of the calendar. @param {string} moment in ISO format */
export function localMoment(moment) {
  if (!ZONE_PATTERN.test(moment)) return moment;
  const date = new Date(moment);
  const localIsoTime = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return /^\d/.test(localIsoTime) ? localIsoTime.slice(0, 19) : moment;
}

/** @param {any} language @param {string} pattern with letters of Unicode's date patterns @param {Date} date in local time */
export function formatDate(language, pattern, date) {
  const [month, day] = [date.getMonth(), date.getDate()];
  const parts = /** @type {Record<string, string>} */ ({
    y: language.number(date.getFullYear()),
    MMMM: language.months[month],
    MMM: language.short_months[month],
    d: language.number(day) + (day === 1 ? language.after_first : ""),
    EEE: language.short_days[(date.getDay() + 6) % 7],
  });
  return pattern.replace(/MMMM|MMM|EEE|[dy]/g, (part) => parts[part]);
}
