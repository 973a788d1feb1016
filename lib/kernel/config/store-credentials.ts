/** Credentials for an object store. */
export interface StoreCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Token of temporary credentials; null for others. */
  sessionToken: string | null;
}

/** Reads the credentials of an object store from the variables that its tools use.
 *  @throws Error that names what is missing */
export function storeCredentials(
  env: Record<string, string | undefined> = process.env,
): StoreCredentials {
  const required = (name: string) => {
    const value = env[name];
    if (!value) throw new Error(`Set ${name}: the object store takes no request without it.`);
    return value;
  };
  return {
    accessKeyId: required("AWS_ACCESS_KEY_ID"),
    secretAccessKey: required("AWS_SECRET_ACCESS_KEY"),
    sessionToken: env.AWS_SESSION_TOKEN || null,
  };
}
