/** The request header in which the proxy tells a page its own address. */
export const PATH_HEADER = "x-atrium-path";
