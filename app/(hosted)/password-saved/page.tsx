import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { MoveOn } from "@/app/_components/move-on";
import { Notice } from "@/app/_components/notice";
import { pageAt, placeOfQuery } from "@/app/(hosted)/_place/place";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingAt } from "@/app/(hosted)/_request/tenant";
import { signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import { Applications } from "@/app/(hosted)/password-saved/applications";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("setPassword"))("doneTitle") };
}

/** A sign-in that is complete and goes on. It is worth something to the browser alone that has its cookie. */
const ON = /^\/oauth\/authorize\/[A-Za-z0-9_-]{16,64}\?client=[A-Za-z0-9_.%-]{1,200}$/;

/** Says that a password was set by a link, and where to go on: to the applications for who is signed in by
 *  it, else to a sign-in. It only repeats what the link's page knew: nothing is decided here. */
export default async function PasswordSavedPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams;
  const place = placeOfQuery(query);
  // Back from a sign-in of our own: what came along opens nothing, and nobody needs to look at it.
  if (query.code !== undefined) redirect(pageAt("/password-saved", place));
  const t = await getTranslations();
  const branding = await brandingAt(place);
  const on = ON.exec(single(query.on))?.[0];
  if (on)
    return (
      <HostedCard branding={branding} title={t("setPassword.doneTitle")}>
        <MoveOn to={on} />
      </HostedCard>
    );
  const person = await signedInPerson(place);
  const tenant = branding?.name ?? "Atrium";
  return (
    <HostedCard branding={branding} title={t("setPassword.doneTitle")}>
      <div className="space-y-6">
        <Notice tone="good">
          {t(person ? "setPassword.doneSignedIn" : "setPassword.done", { tenant })}
        </Notice>
        {person && <Applications person={person} />}
        {person && (
          <p className="text-center">
            <a
              href={pageAt("/account-security", place)}
              className="text-link inline-flex min-h-11 items-center text-[0.9375rem]"
            >
              {t("security.title")}
            </a>
          </p>
        )}
        {!person && branding && (
          <a
            href={pageAt("/account-security/sign-in", place, { to: "password-saved" })}
            className="button button-primary w-full"
          >
            {t("login.submit")}
          </a>
        )}
      </div>
    </HostedCard>
  );
}
