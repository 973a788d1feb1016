import { errors } from "jose";

/** Whether jose refused a token. Any other failure (the database's, while the key was looked up, say) is not the token's
 *  fault. */
export const isJoseRefusal = (error: unknown): boolean => error instanceof errors.JOSEError;
