/** The most uses a minute that a token may be given. */
export const MOST_PER_MINUTE = 1000;
