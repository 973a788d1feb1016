/** Loads undici with the first outgoing request: it takes a tenth of a start, and many processes never send
 *  one. */
export const httpClient = () => import("undici");
