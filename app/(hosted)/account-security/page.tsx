import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { HostedCard } from "@/app/_components/hosted-card";
import { Notice } from "@/app/_components/notice";
import { SubmitButton } from "@/app/_components/submit-button";
import { type Query, single } from "@/app/(hosted)/_request/browser";
import { brandingFor } from "@/app/(hosted)/_request/interaction";
import { brandingOfTenant } from "@/app/(hosted)/_request/tenant";
import { signOut } from "@/app/(hosted)/account-security/actions";
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
import { findUser } from "@/lib/users/user-store";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("security"))("title") };
}

/** Where people see where they are signed in, end what they don't recognise, and change their password. */
export default async function AccountSecurityPage({ searchParams }: { searchParams: Query }) {
  const query = await searchParams;
  const tenant = single(query.tenant);
  const person = await signedInPerson(tenant);
  if (!person) return <NotSignedIn tenant={tenant} />;
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
      <Sessions tenant={tenant} sessions={account.sessions} currentId={person.sessionId} />
      <Devices tenant={tenant} devices={account.devices} />
      <Section title={t("password")} intro={t("passwordIntro")}>
        <ChangePasswordForm tenant={tenant} email={account.email} />
      </Section>
      <Events events={account.events} />
      <form action={signOut} className="mt-12 border-t border-line pt-6">
        <input type="hidden" name="tenant" value={tenant} />
        <SignOutButton />
      </form>
    </HostedCard>
  );
}

const EVENT_DAYS = 30;

async function readAccount({ caller, owner }: SignedIn) {
  const { sessions } = await readAccountSessions(caller, owner);
  const devices = await readTrustedDevices(caller, owner);
  const since = minutesAfter(now(), -EVENT_DAYS * 24 * 60);
  return inTenant(caller, async (t) => {
    const user = await findUser(t, owner.userId);
    if (!user) throw missing();
    const events = await listAccountEvents(t, owner.userId, { since, limit: 10 });
    return { email: user.email, sessions, devices, events };
  });
}

async function SignOutButton() {
  const t = await getTranslations("common");
  return <SubmitButton look="quiet">{t("signOut")}</SubmitButton>;
}

async function NotSignedIn({ tenant }: { tenant: string }) {
  const t = await getTranslations("security");
  const branding = await brandingOfTenant(tenant);
  return (
    <HostedCard
      branding={branding}
      title={t("signedOutTitle")}
      intro={t("signedOut", { tenant: branding?.name ?? "Atrium" })}
    />
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
