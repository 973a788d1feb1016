/** Cookie in which the browser reports its time zone. */
export const TIME_ZONE_COOKIE = "atrium_time_zone";
