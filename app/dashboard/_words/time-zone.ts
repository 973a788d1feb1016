/** The cookie that tells the server the browser's time zone. */
export const TIME_ZONE_COOKIE = "atrium_time_zone";
