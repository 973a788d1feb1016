import { oneLine } from "@/emails/parts/plain";

import type { ClaimedMail } from "@/lib/kernel/mail/mail-store";
import type { InlineImage } from "@/lib/kernel/mail/rendered-mail";

/** Image types that mail programs show. SVG is not among them: the name replaces it. */
const LOGO = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/=]+)$/;
const LARGEST_LOGO_BYTES = 150_000;
const LOGO_CID = "logo@atrium";

export interface MailBranding {
  name: string;
  /** `#rrggbb`, or null for the default. */
  color: string | null;
  supportUrl: string | null;
  logo: InlineImage | null;
}

/** A tenant's branding settings that messages show. */
export type MailLooks = Pick<
  ClaimedMail,
  "displayName" | "tenantName" | "color" | "logo" | "supportUrl"
>;

/** Returns a tenant's branding with only values that are safe in a message. */
export function mailBrandingOf(mail: MailLooks): MailBranding {
  const { displayName, tenantName, color, logo, supportUrl } = mail;
  return {
    name: oneLine(displayName || tenantName, 60),
    color: color && /^#[0-9a-f]{6}$/i.test(color) ? color : null,
    supportUrl: supportUrl && isSupportAddress(supportUrl) ? supportUrl : null,
    logo: logo ? inlineLogo(logo) : null,
  };
}

function isSupportAddress(value: string): boolean {
  return URL.canParse(value) && ["https:", "mailto:"].includes(new URL(value).protocol);
}

function inlineLogo(dataUri: string): InlineImage | null {
  const [, contentType, base64] = LOGO.exec(dataUri) ?? [];
  if (!contentType || !base64) return null;
  const content = Buffer.from(base64, "base64");
  return content.length <= LARGEST_LOGO_BYTES ? { cid: LOGO_CID, contentType, content } : null;
}
