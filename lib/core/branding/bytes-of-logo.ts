import { ServiceError } from "@/lib/kernel/errors";

const FORM = /^data:image\/[a-z0-9.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/;

/** Returns the bytes of a logo in a `data:` URI in base64, the form that the service itself writes.
 *  `logoOf` decides by their content whether they are a logo.
 *  @throws ServiceError `unprocessable` for a URI of another form */
export function bytesOfLogo(uri: string): Uint8Array {
  const [, base64] = FORM.exec(uri) ?? [];
  if (base64 === undefined)
    throw new ServiceError("unprocessable", {
      detail: "logo: must be a data: URI of an image in base64",
      says: { name: "logoKind" },
    });
  return Buffer.from(base64, "base64");
}
