/** What the supervisor says to a process that another has replaced. */
export const REPLACED = "replaced";
/** A process has loaded everything and asks to listen; the supervisor gives the port over first. */
export const PREPARED = "prepared";
export const LISTEN = "listen";
/** A process takes no more connections and asks whether any were handed to it meanwhile. The answer travels
 *  behind them, so that none is left when it arrives. */
export const CLOSING = "closing";
export const CLOSED = "closed";
