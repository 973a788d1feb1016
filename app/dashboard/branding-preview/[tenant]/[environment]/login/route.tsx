import { LoginForm } from "@/app/(hosted)/login/login-form";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { brandingDraft } from "@/app/dashboard/branding-preview/draft";
import { brandingOf } from "@/lib/core/branding/branding";
import { addSecurityHeaders } from "@/lib/core/http/security-headers";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { plainLook } from "@/lib/core/oidc/pages/page-look";

/** Preview of the sign-in page, made of its own parts. It is shown in a frame in which scripts and forms are
 *  disabled. */
export async function GET(
  request: Request,
  { params }: { params: Promise<Place> },
): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const { tenantName, draft } = await brandingDraft(await params, Object.fromEntries(search));
  const { t, locale } = await wordsOf("frame");
  const look = { ...plainLook(locale), branding: brandingOf(tenantName, draft), here: "/login" };
  const response = pageResponse(look, {
    title: look.t("login.title"),
    intro: look.t("login.intro", { client: t("preview.app") }),
    preview: true,
    content: <LoginForm look={look} email="ada@example.com" passkey={null} />,
  });
  addSecurityHeaders(response.headers);
  return response;
}
