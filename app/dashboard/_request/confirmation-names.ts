/** The cookie in which a confirmation waits for the page after a redirect. */
export const CONFIRMATION_COOKIE = "atrium_dashboard_confirmation";

/** The request header in which the proxy hands it to that page, while it takes the cookie back. */
export const CONFIRMATION_HEADER = "x-atrium-confirmation";
