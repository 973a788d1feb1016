import type { Metadata } from "next";
import Link from "next/link";
import { BackTo } from "@/app/dashboard/_nouns/back-to";
import { Facts } from "@/app/dashboard/_nouns/facts";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { TextLink } from "@/app/dashboard/_nouns/text-link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/badge";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { ConfirmationSpot } from "@/app/dashboard/_parts/confirmation";
import { Field } from "@/app/dashboard/_parts/field";
import { Id } from "@/app/dashboard/_parts/id";
import { PageHead } from "@/app/dashboard/_parts/page-head";
import { SignOut } from "@/app/dashboard/_parts/sign-out";
import { signedInAdministrator } from "@/app/dashboard/administrator";
import { inPlatform } from "@/lib/platform/in-platform";
import { accountSecurityUrl } from "@/lib/tenants/account-security-url";
import { changeNameAction } from "./actions";

export const metadata: Metadata = { title: "Your profile" };

/** Who one is in the dashboard, and where one administers what. */
export default async function ProfilePage() {
  const { userId, email, displayName, tenants, isOperator } = await signedInAdministrator();
  const security = await inPlatform(accountSecurityUrl);
  return (
    <main className="mx-auto max-w-4xl px-5 py-12">
      <BackTo href="/dashboard">All tenants</BackTo>
      <ConfirmationSpot />
      <PageHead
        title={displayName ?? email}
        about="You, as the tenants that you administer see you."
      >
        <SignOut />
      </PageHead>
      <Section title="Profile">
        <Facts
          rows={[
            [
              "Address",
              <span key="email" className="wrap-anywhere">
                {email}
              </span>,
            ],
            ["Id", <Id key="id">{userId}</Id>],
          ]}
        />
        <div className="mt-6">
          <ActionForm action={changeNameAction} submit="Save name">
            <Field
              label="Name"
              name="displayName"
              defaultValue={displayName ?? ""}
              autoComplete="name"
              maxLength={200}
            />
          </ActionForm>
        </div>
      </Section>
      <Section
        title="Account security"
        about="Your password, where you are signed in, and the devices that you trust."
      >
        <Link href={security} className={quietButton}>
          Go to your account security
        </Link>
      </Section>
      <Section title="What you administer">
        {tenants.length === 0 && !isOperator && <Quiet>No tenant yet.</Quiet>}
        <ul className="space-y-4">
          {isOperator && (
            <li className="flex flex-wrap items-center gap-3">
              <TextLink href="/dashboard/operator">The platform</TextLink>
              <Badge>operator</Badge>
            </li>
          )}
          {tenants.map((tenant) => (
            <li key={tenant.tenantId} className="flex flex-wrap items-center gap-3">
              <span className="font-medium wrap-anywhere">{tenant.tenantName}</span>
              <Badge>{tenant.role}</Badge>
              <Quiet>{tenant.environments.map(({ name }) => name).join(", ")}</Quiet>
            </li>
          ))}
        </ul>
      </Section>
    </main>
  );
}
