import { readerOf } from "@/app/dashboard/_words/reader";
import type { Place } from "@/app/dashboard/administrator";
import { brandingDraft } from "@/app/dashboard/branding-preview/draft";
import { renderEmail } from "@/emails/render-email";
import { emailSamples } from "@/emails/templates";
import { mailBrandingOf } from "@/lib/kernel/mail/mail-branding";

/** Preview of a message, made by the code that makes the real ones, with example data. */
export async function GET(
  request: Request,
  { params }: { params: Promise<Place> },
): Promise<Response> {
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const { tenantName, draft } = await brandingDraft(await params, search);
  const { logo, ...brand } = mailBrandingOf({ ...draft, tenantName });
  const email = emailSamples.invitation;
  if (!email) throw new Error("The samples have no invitation");
  const { locale } = await readerOf();
  const { html } = await renderEmail(email, {
    locale,
    brand: { ...brand, logoCid: logo?.cid ?? null },
  });
  // In a message the logo is an attachment.
  const shown = logo
    ? html.replaceAll(
        `cid:${logo.cid}`,
        `data:${logo.contentType};base64,${logo.content.toString("base64")}`,
      )
    : html;
  return new Response(shown, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "private, no-store" },
  });
}
