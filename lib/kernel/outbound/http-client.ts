/** undici, which is loaded with the first request that goes out: it takes a tenth of a start, and many processes never send one. */
export const httpClient = () => import("undici");
