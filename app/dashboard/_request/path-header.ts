/** Request header in which the proxy passes a page its own address. */
export const PATH_HEADER = "x-atrium-path";
