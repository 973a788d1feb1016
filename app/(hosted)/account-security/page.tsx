import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { AskAgain } from "@/app/_components/ask-again";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { HostedCard } from "@/app/_components/hosted-card";
import { Notice } from "@/app/_components/notice";
import { SubmitButton } from "@/app/_components/submit-button";
import { pageAt, placeOfQuery } from "@/app/(hosted)/_place/place";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { brandingAt } from "@/app/(hosted)/_request/tenant";
import { ChangePasswordForm } from "@/app/(hosted)/account-security/change-password-form";
import { Devices, Events, Section, Sessions } from "@/app/(hosted)/account-security/lists";
import { type SignedIn, signedInPerson } from "@/app/(hosted)/account-security/signed-in";
import {
  readAccountSessions,
  readTrustedDevices,
} from "@/lib/account-security/read-account-security";
import { listAccountEvents } from "@/lib/audit/account-event-store";
import { minutesAfter, now } from "@/lib/clock";
import { inTenant } from "@/lib/db";
import { missing } from "@/lib/errors";
import type { NamedPlace } from "@/lib/oidc/own-client";
import { findUser } from "@/lib/users/user-store";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

/** Where people see where they are signed in, end what they don't recognise, and change their password. */
export default async function AccountSecurityPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams;
  const place = placeOfQuery(query);
  // Back from a sign-in of our own: what came along opens nothing, and nobody needs to look at it.
  if (query.code !== undefined) redirect(pageAt("/account-security", place));
  const person = await signedInPerson(place);
  if (!person) return <NotSignedIn place={place} />;
  const t = await getTranslations("security");
  const account = await readAccount(person);
  const branding = await brandingFor(person.caller);
  return (
    <HostedCard
      branding={branding}
      title={t("title")}
      intro={t("intro", { tenant: branding.name, email: account.email })}
      wide
    >
      <Outcome ended={query.ended} forgotten={query.forgotten} changed={query.changed} />
      <Sessions place={place} sessions={account.sessions} currentId={person.sessionId} />
      <Devices place={place} devices={account.devices} currentId={account.trustedDeviceId} />
      <Section title={t("password")} intro={t("passwordIntro")}>
        <ChangePasswordForm place={place} email={account.email} />
      </Section>
      <Events events={account.events} />
      <AskAgain />
      <form
        method="post"
        action="/account-security/sign-out"
        className="mt-12 border-t border-line pt-6"
      >
        <HiddenFields values={{ ...place }} />
        <SignOutButton />
      </form>
    </HostedCard>
  );
}

const EVENT_DAYS = 30;

async function readAccount({ caller, owner, sessionId }: SignedIn) {
  const { sessions } = await readAccountSessions(caller, owner);
  const devices = await readTrustedDevices(caller, owner);
  const trustedDeviceId = sessions.find(({ id }) => id === sessionId)?.trustedDeviceId ?? null;
  const since = minutesAfter(now(), -EVENT_DAYS * 24 * 60);
  return inTenant(caller, async (t) => {
    const user = await findUser(t, owner.userId);
    if (!user) throw missing();
    const events = await listAccountEvents(t, owner.userId, { since, limit: 10 });
    return { email: user.email, trustedDeviceId, sessions, devices, events };
  });
}

async function SignOutButton() {
  const t = await getTranslations("common");
  return <SubmitButton look="quiet">{t("signOut")}</SubmitButton>;
}

async function NotSignedIn({ place }: { place: NamedPlace }) {
  const t = await getTranslations();
  const branding = await brandingAt(place);
  if (!branding)
    return (
      <HostedCard branding={null} title={t("error.missingTitle")} intro={t("error.missing")} />
    );
  return (
    <HostedCard
      branding={branding}
      title={t("security.signedOutTitle")}
      intro={t("security.signedOut", { tenant: branding.name })}
    >
      <a href={pageAt("/account-security/sign-in", place)} className="button button-primary w-full">
        {t("login.submit")}
      </a>
    </HostedCard>
  );
}

type Came = string | string[] | undefined;

/** What the action before led to. The address tells it, so only a number is taken from there. */
async function Outcome(came: { ended: Came; forgotten: Came; changed: Came }) {
  const t = await getTranslations("security");
  const count = (value: Came) => {
    const found = /^\d{1,4}$/.exec(single(value))?.[0];
    return found === undefined ? null : Number(found);
  };
  const [ended, forgotten] = [count(came.ended), count(came.forgotten)];
  let told: string | null = null;
  if (ended !== null) told = t("ended", { count: ended });
  else if (forgotten !== null) told = t("forgotten", { count: forgotten });
  else if (came.changed) told = t("changed");
  if (told === null) return null;
  return (
    <div className="mb-8">
      <Notice tone="good" focus key={told}>
        {told}
      </Notice>
    </div>
  );
}
