/** Message of the supervisor to a process that another has replaced. */
export const REPLACED = "replaced";
/** A process has loaded everything and requests to listen; the supervisor releases the port first. */
export const PREPARED = "prepared";
export const LISTEN = "listen";
/** A process accepts no more connections and asks whether any are on their way to it. The reply is sent after
 *  them, so that none is left when it arrives. */
export const CLOSING = "closing";
export const CLOSED = "closed";
