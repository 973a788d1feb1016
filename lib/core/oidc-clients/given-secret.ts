/** The least characters that hold 256 bits in base64url, which is what a secret of ours has. */
const LEAST = 43;
const MOST = 256;

/** Why the value of a variable can't be a client's secret, or null when it can. Whoever brings a secret answers for its
 *  randomness; what plainly has none is refused. The value itself is in no message.
 *  @param variable where the value comes from */
export function givenSecretProblem(value: string | undefined, variable: string): string | null {
  if (value === undefined || value === "")
    return `${variable} is not set where the file is applied`;
  if (!/^[\x21-\x7e]+$/.test(value))
    return `${variable} must hold printable ASCII characters without spaces`;
  if (value.length < LEAST || value.length > MOST || new Set(value).size < 12)
    return `${variable} must hold ${LEAST} to ${MOST} random characters, 256 bits`;
  return null;
}
