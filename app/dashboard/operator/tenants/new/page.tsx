import type { Metadata } from "next";
import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { Card, PageHead, quietButton } from "@/app/dashboard/_parts/parts";
import { requireFreshProof } from "@/app/dashboard/_request/require-fresh-proof";
import { signedInOperator } from "@/app/dashboard/operator/_request/operator";
import { openTenantAction } from "../actions";

export const metadata: Metadata = { title: "New tenant" };

const environments = [
  { value: "production", label: "Production", hint: "Where its real users are." },
  { value: "staging", label: "Staging", hint: "To rehearse a release." },
  { value: "development", label: "Development", hint: "To build against." },
];

/** Takes in a tenant. */
export default async function NewTenantPage() {
  const { administrator } = await signedInOperator();
  await requireFreshProof(administrator);
  return (
    <>
      <PageHead title="New tenant" about="Next you invite somebody to administer it." />
      <Card>
        <ActionForm
          action={openTenantAction}
          submit="Create tenant"
          beside={
            <Link href="/dashboard/operator" className={quietButton}>
              Cancel
            </Link>
          }
        >
          <Field
            label="Name"
            name="name"
            hint="Its users read it where they sign in, until its branding says otherwise."
            maxLength={100}
            required
          />
          <fieldset>
            <legend className="font-medium">Environments</legend>
            <p className="text-sm text-neutral-600 dark:text-neutral-400">
              Each keeps its own users, apps and credentials, apart from the others.
            </p>
            {environments.map(({ value, label, hint }) => (
              <Checkbox
                key={value}
                name="environments"
                value={value}
                label={label}
                hint={hint}
                defaultChecked={value !== "staging"}
              />
            ))}
          </fieldset>
        </ActionForm>
      </Card>
    </>
  );
}
