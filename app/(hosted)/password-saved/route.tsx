import { tenantAt } from "@/app/(hosted)/_place/environments";
import { pageAt, placeOf } from "@/app/(hosted)/_place/place";
import { type SignedIn, signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import { Applications } from "@/app/(hosted)/password-saved/applications";
import type { NamedPlace } from "@/lib/core/oidc/applications/own-client";
import { listReachableApplications } from "@/lib/core/oidc/applications/reachable-applications";
import { hostedPage, seeOther, type Visit } from "@/lib/core/oidc/pages/hosted-page";
import { Notice } from "@/lib/core/oidc/pages/notice";
import { pageResponse } from "@/lib/core/oidc/pages/page";
import { lookFor, type PageLook } from "@/lib/core/oidc/pages/page-look";

/** Address of a complete sign-in that continues. It works only in the browser that has its cookie. */
const ON =
  /^\/oauth\/authorize\/[A-Za-z0-9_-]{16,64}\?client=[A-Za-z0-9_.%-]{1,200}(&from=[A-Za-z0-9_.%-]{1,600})?$/;

/** Page that says that a password was set by a link, and leads on: to the applications with a session, else
 *  to a sign-in. It only repeats the result of the link's page: nothing is decided here. */
async function show(visit: Visit): Promise<Response> {
  const { request, asked } = visit;
  const place = placeOf(visit);
  // Back from a sign-in of our own: the code in the address opens nothing, and is removed from sight.
  if (new URL(request.url).searchParams.has("code"))
    return seeOther(pageAt("/password-saved", place));
  const { branding, environments } = await tenantAt(place);
  const look = lookFor(request, branding);
  const title = look.t("setPassword.doneTitle");
  const on = ON.exec(asked("on"))?.[0];
  if (on) return pageResponse(look, { title, goesOn: on });
  const person = await signedInPerson(visit, environments);
  const content = person ? await entered(look, place, person) : outside(look, place);
  return pageResponse(look, { title, content });
}

async function entered(look: PageLook, place: NamedPlace, { caller, owner }: SignedIn) {
  const applications = await listReachableApplications(caller, owner.userId);
  const { t, branding } = look;
  return (
    <div className="stack">
      <Notice tone="good">
        {t("setPassword.doneSignedIn", { tenant: branding?.name ?? "Atrium" })}
      </Notice>
      <Applications look={look} applications={applications} />
      <p className="centred">
        <a href={pageAt("/account-security", place)} className="link">
          {t("security.title")}
        </a>
      </p>
    </div>
  );
}

function outside({ t, branding }: PageLook, place: NamedPlace) {
  return (
    <div className="stack">
      <Notice tone="good">{t("setPassword.done", { tenant: branding?.name ?? "Atrium" })}</Notice>
      {branding && (
        <a
          href={pageAt("/account-security/sign-in", place, { to: "password-saved" })}
          className="button primary"
        >
          {t("login.submit")}
        </a>
      )}
    </div>
  );
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = hostedPage({ show });
