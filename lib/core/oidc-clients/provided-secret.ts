/** Fewest characters: 256 bits in base64url, the size of a generated secret. */
const LEAST = 43;
const MOST = 256;

/** Reason why the value of a variable can't be a client's secret, or null. The operator answers for its
 *  randomness; a value that plainly has none is refused. No message contains the value.
 *  @param variable source of the value */
export function providedSecretProblem(value: string | undefined, variable: string): string | null {
  if (value === undefined || value === "")
    return `${variable} is not set where the file is applied`;
  if (!/^[\x21-\x7e]+$/.test(value))
    return `${variable} must hold printable ASCII characters without spaces`;
  if (value.length < LEAST || value.length > MOST || new Set(value).size < 12)
    return `${variable} must hold ${LEAST} to ${MOST} random characters, 256 bits`;
  return null;
}
