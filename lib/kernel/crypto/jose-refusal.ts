import { errors } from "jose";

/** Whether jose rejected a token. Any other failure (such as the database's, while the key was looked up) is
 *  not the token's fault. */
export const isJoseRefusal = (error: unknown): boolean => error instanceof errors.JOSEError;
