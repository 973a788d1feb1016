/** Cookie in which a confirmation waits for the page after a redirect. */
export const CONFIRMATION_COOKIE = "atrium_dashboard_confirmation";

/** Request header in which the proxy passes it to that page, while it clears the cookie. */
export const CONFIRMATION_HEADER = "x-atrium-confirmation";
