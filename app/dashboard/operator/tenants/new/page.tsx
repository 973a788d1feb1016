import type { Metadata } from "next";
import Link from "next/link";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { quietButton } from "@/app/dashboard/_parts/buttons";
import { Card } from "@/app/dashboard/_parts/card";
import { Checkbox, Field } from "@/app/dashboard/_parts/field";
import { Group } from "@/app/dashboard/_parts/group";
import { PageHead } from "@/app/dashboard/_parts/page-head";
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
  await signedInOperator();
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
          <Group
            legend="Environments"
            name="environments"
            hint="Each keeps its own users, apps and credentials, apart from the others."
          >
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
          </Group>
        </ActionForm>
      </Card>
    </>
  );
}
