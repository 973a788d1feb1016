"use server";

import { administratorAction } from "@/app/dashboard/_request/administrator-action";
import { changeSecurityPolicy } from "@/lib/security-policy/change-security-policy";
import { PolicyChange, PolicyReset } from "./policy-fields";

/** Overrides a setting of the tenant's policy. */
export const overrideAction = administratorAction(
  PolicyChange,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    await changeSecurityPolicy(caller, input);
    return { done: "Saved: your override. It is in force from the next request on." };
  },
);

/** Lets a setting follow the platform again. */
export const resetAction = administratorAction(
  PolicyReset,
  { role: "admin", stepUp: true },
  async ({ caller, input }) => {
    await changeSecurityPolicy(
      caller,
      Object.fromEntries(input.field.map((field) => [field, null])),
    );
    return { done: "Reset: the setting follows the platform again." };
  },
);
