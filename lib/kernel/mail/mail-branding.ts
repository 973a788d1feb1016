import { oneLine } from "@/emails/parts/plain";

import type { ClaimedMail } from "@/lib/kernel/mail/mail-store";
import type { InlineImage } from "@/lib/kernel/mail/rendered-mail";

/** The image kinds that mail programs show. SVG is none of them: the name stands in for it. */
const LOGO = /^data:(image\/(?:png|jpeg));base64,([A-Za-z0-9+/=]+)$/;
const LARGEST_LOGO_BYTES = 150_000;
const LOGO_CID = "logo@atrium";

export interface MailBranding {
  name: string;
  /** `#rrggbb`, or null for our own. */
  color: string | null;
  supportUrl: string | null;
  logo: InlineImage | null;
}

/** What a tenant set of its looks, as far as messages show it. */
export type MailLooks = Pick<
  ClaimedMail,
  "displayName" | "tenantName" | "color" | "logo" | "supportUrl"
>;

/** How a tenant's messages look: only what is safe to put into one. */
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
