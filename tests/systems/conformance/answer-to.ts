/** Returns the service's answer, parsed.
 *  @throws Error for anything but a success, with the answer's text */
export async function answerTo(url: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(20_000) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text === "" ? {} : JSON.parse(text);
}
