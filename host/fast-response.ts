// The host's bundle takes this for the global Response: it keeps a string as it is until it is sent, where
// the platform's turns every body into a stream first. Both are the same to whoever uses them.
export { FastResponse as Response } from "srvx/node";
