import { ServiceError } from "@/lib/kernel/errors";

const FORM = /^data:image\/[a-z0-9.+-]{1,40};base64,([A-Za-z0-9+/]+={0,2})$/;

/** The bytes of a logo that comes as a `data:` URI in base64, as the service itself writes one. Whether they are a logo is
 *  for `logoOf` to say, from what they hold.
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
