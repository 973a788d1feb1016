import { AwsClient } from "aws4fetch";
import type { StoreCredentials } from "@/lib/kernel/config/store-credentials";

/** A bucket of an object store that speaks S3. */
export interface Bucket {
  /** Puts an object under a new name.
   *  @throws Error when the name is taken, or the store refuses it */
  put(name: string, text: string): Promise<void>;
  /** Returns the first object with a prefix whose name comes after another one, in the order of bytes; null
   *  for none. */
  firstAfter(prefix: string, name: string): Promise<string | null>;
}

/** Address and credentials of a bucket. */
export interface BucketSettings extends StoreCredentials {
  bucket: string;
  /** The store's own address; null for Amazon's in the region. */
  endpoint: string | null;
  region: string;
}

/** Deadline of a request, in milliseconds: eight megabytes at a megabit a second, and a little. */
const DEADLINE_MS = 90_000;
const TRIES = 5;
const PAUSE_MS = 500;

/** A bucket, with requests signed by AWS Signature Version 4. A request that fails temporarily is tried five
 *  times.
 *  @throws Error with the store's own words when it refuses */
export function s3Bucket(settings: BucketSettings): Bucket {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey, sessionToken } = settings;
  const base = `${endpoint ?? `https://s3.${region}.amazonaws.com`}/${bucket}`;
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: "s3", retries: 0 },
    ...(sessionToken && { sessionToken }),
  });
  const ask = (url: string, init: RequestInit) => sendWithRetries(client, url, init);
  return {
    async put(name, text) {
      const body = Buffer.from(text);
      const headers = { "content-type": "application/x-ndjson", "if-none-match": "*" };
      const path = name.split("/").map(encodeURIComponent).join("/");
      const { status, words } = await ask(`${base}/${path}`, { method: "PUT", headers, body });
      if (status === 412)
        throw new Error(`${bucket} has ${name} already: somebody else follows into it.`);
      if (status >= 300) throw new Error(`${bucket} does not take ${name}: ${status} ${words}`);
    },
    async firstAfter(prefix, name) {
      const query = new URLSearchParams({
        ...{ "list-type": "2", "max-keys": "1", "encoding-type": "url" },
        ...{ prefix, "start-after": name },
      });
      const { status, words } = await ask(`${base}?${query}`, { method: "GET" });
      if (status >= 300) throw new Error(`${bucket} can't be listed: ${status} ${words}`);
      const [, key] = /<Key>([^<]+)<\/Key>/.exec(words) ?? [];
      return key === undefined ? null : decodeURIComponent(key.replaceAll("+", " "));
    },
  };
}

interface Answered {
  status: number;
  /** The answer's text, or the error. */
  words: string;
}

/** Sends a request until an answer decides. A put without an answer may have succeeded: if the next try
 *  reports that the object exists, it is ours. */
async function sendWithRetries(
  client: AwsClient,
  url: string,
  init: RequestInit,
): Promise<Answered> {
  let isUnsure = false;
  for (let tried = 1; ; tried += 1) {
    const answer = await sendOnce(client, url, init);
    if (answer.status === 412 && isUnsure) return { status: 200, words: "" };
    const isPassing = answer.status === 0 || answer.status === 429 || answer.status >= 500;
    if (!isPassing || tried === TRIES) return answer;
    isUnsure = true;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tried));
  }
}

async function sendOnce(client: AwsClient, url: string, init: RequestInit): Promise<Answered> {
  try {
    const response = await client.fetch(url, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) });
    return { status: response.status, words: await response.text() };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause ?? error) : error;
    return { status: 0, words: reason instanceof Error ? reason.message : String(reason) };
  }
}
