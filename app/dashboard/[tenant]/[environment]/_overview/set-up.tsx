import { CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import type { EnvironmentProgress } from "@/lib/platform/administrators/environment-progress-store";

interface Step {
  has: keyof EnvironmentProgress;
  path: string;
  name: string;
  about: string;
}

const ways: { title: string; about: string; steps: Step[] }[] = [
  {
    title: "Who may enter what",
    about: "Users enter an app through their role in an organization, and its package.",
    steps: [
      { has: "app", path: "apps", name: "An app", about: "What your users sign in to." },
      {
        has: "role",
        path: "roles",
        name: "A role",
        about: "Decides which apps its holders reach.",
      },
      {
        has: "organization",
        path: "organizations",
        name: "An organization",
        about: "A customer of yours, with the package it bought.",
      },
      {
        has: "user",
        path: "users",
        name: "A user",
        about: "Invited by email, or made by your backend.",
      },
    ],
  },
  {
    title: "How they sign in",
    about: "Through the hosted pages with OpenID Connect, or through pages of your own.",
    steps: [
      {
        has: "oidcClient",
        path: "oidc-clients",
        name: "An OIDC client",
        about: "The hosted login signs users in to it.",
      },
      {
        has: "tenantSecret",
        path: "tenant-secrets",
        name: "A tenant secret",
        about: "Identifies your tenant when your own login page calls the API.",
      },
      {
        has: "credential",
        path: "credentials",
        name: "A credential",
        about: "Your backend manages users and mints tokens with it.",
      },
    ],
  },
];

/** Whether everything that users need to sign in is there. */
export function isSetUp(progress: EnvironmentProgress): boolean {
  return ways.every(({ steps }) => steps.every(({ has }) => progress[has]));
}

/** What an environment has, and what comes next. */
export function SetUp({ progress, base }: { progress: EnvironmentProgress; base: string }) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {ways.map(({ title, about, steps }) => (
        <section
          key={title}
          aria-label={title}
          className="rounded-2xl border border-neutral-200 bg-white p-6 dark:border-neutral-800 dark:bg-neutral-900"
        >
          <h2 className="font-semibold">{title}</h2>
          <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">{about}</p>
          <ul className="mt-4 space-y-1">
            {steps.map((step) => (
              <StepLine key={step.path} step={step} done={progress[step.has]} base={base} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function StepLine({ step, done, base }: { step: Step; done: boolean; base: string }) {
  const Mark = done ? CircleCheck : CircleDashed;
  const tone = done ? "text-green-700 dark:text-green-400" : "text-neutral-500";
  return (
    <li>
      <Link
        href={`${base}/${step.path}`}
        className="-mx-3 flex min-h-11 gap-3 rounded-lg px-3 py-2 hover:bg-neutral-100 focus-visible:outline-2 focus-visible:outline-blue-600 dark:hover:bg-neutral-800"
      >
        <Mark aria-hidden className={`mt-0.5 size-5 shrink-0 ${tone}`} />
        <span>
          <span className="font-medium">{step.name}</span>
          <span className="sr-only">{done ? ", there is one." : ", not yet."}</span>
          <span className="block text-sm text-neutral-600 dark:text-neutral-400">{step.about}</span>
        </span>
      </Link>
    </li>
  );
}
