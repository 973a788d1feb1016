import { CircleCheck, CircleDashed } from "lucide-react";
import Link from "next/link";
import { type Translator, wordsOf } from "@/app/dashboard/_words/words-of";
import type { EnvironmentProgress } from "@/lib/core/administrators/environment-progress-store";

interface Step {
  /** Fact that completes the step; its texts have the same key. */
  has: keyof EnvironmentProgress;
  path: string;
}

const ways: { key: "access" | "signIn"; steps: Step[] }[] = [
  {
    key: "access",
    steps: [
      { has: "app", path: "apps" },
      { has: "role", path: "roles" },
      { has: "organization", path: "organizations" },
      { has: "user", path: "users" },
    ],
  },
  {
    key: "signIn",
    steps: [
      { has: "oidcClient", path: "oidc-clients" },
      { has: "tenantSecret", path: "tenant-secrets" },
      { has: "credential", path: "credentials" },
    ],
  },
];

/** Whether everything that users need to sign in exists. */
export function isSetUp(progress: EnvironmentProgress): boolean {
  return ways.every(({ steps }) => steps.every(({ has }) => progress[has]));
}

/** Checklist of an environment: the steps done, and the next ones. */
export async function SetUp({ progress, base }: { progress: EnvironmentProgress; base: string }) {
  const { t } = await wordsOf("overview");
  return (
    <div className="grid gap-6 md:grid-cols-2">
      {ways.map(({ key, steps }) => (
        <section
          key={key}
          aria-label={t(`setUp.${key}`)}
          className="rounded-2xl border border-neutral-200 bg-white p-6 dark:border-neutral-800 dark:bg-neutral-900"
        >
          <h2 className="font-semibold">{t(`setUp.${key}`)}</h2>
          <p className="mt-1 text-sm text-neutral-600 dark:text-neutral-400">
            {t(`setUp.${key}About`)}
          </p>
          <ul className="mt-4 space-y-1">
            {steps.map((step) => (
              <StepLine key={step.path} step={step} done={progress[step.has]} base={base} t={t} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface StepProps {
  step: Step;
  done: boolean;
  base: string;
  t: Translator<"overview">;
}

function StepLine({ step, done, base, t }: StepProps) {
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
          <span className="font-medium">{t(`setUp.${step.has}`)}</span>
          <span className="sr-only">{t(done ? "setUp.done" : "setUp.missing")}</span>
          <span className="block text-sm text-neutral-600 dark:text-neutral-400">
            {t(`setUp.${step.has}About`)}
          </span>
        </span>
      </Link>
    </li>
  );
}
