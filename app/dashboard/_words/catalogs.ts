import type { Locale } from "@/i18n/locales";
import accessAr from "@/messages/dashboard/access/ar.json";
import accessDe from "@/messages/dashboard/access/de.json";
import accessEn from "@/messages/dashboard/access/en.json";
import accessEs from "@/messages/dashboard/access/es.json";
import accessFr from "@/messages/dashboard/access/fr.json";
import accessJa from "@/messages/dashboard/access/ja.json";
import auditAr from "@/messages/dashboard/audit/ar.json";
import auditDe from "@/messages/dashboard/audit/de.json";
import auditEn from "@/messages/dashboard/audit/en.json";
import auditEs from "@/messages/dashboard/audit/es.json";
import auditFr from "@/messages/dashboard/audit/fr.json";
import auditJa from "@/messages/dashboard/audit/ja.json";
import connectionsAr from "@/messages/dashboard/connections/ar.json";
import connectionsDe from "@/messages/dashboard/connections/de.json";
import connectionsEn from "@/messages/dashboard/connections/en.json";
import connectionsEs from "@/messages/dashboard/connections/es.json";
import connectionsFr from "@/messages/dashboard/connections/fr.json";
import connectionsJa from "@/messages/dashboard/connections/ja.json";
import frameAr from "@/messages/dashboard/frame/ar.json";
import frameDe from "@/messages/dashboard/frame/de.json";
import frameEn from "@/messages/dashboard/frame/en.json";
import frameEs from "@/messages/dashboard/frame/es.json";
import frameFr from "@/messages/dashboard/frame/fr.json";
import frameJa from "@/messages/dashboard/frame/ja.json";
import installationsAr from "@/messages/dashboard/installations/ar.json";
import installationsDe from "@/messages/dashboard/installations/de.json";
import installationsEn from "@/messages/dashboard/installations/en.json";
import installationsEs from "@/messages/dashboard/installations/es.json";
import installationsFr from "@/messages/dashboard/installations/fr.json";
import installationsJa from "@/messages/dashboard/installations/ja.json";
import operatorAr from "@/messages/dashboard/operator/ar.json";
import operatorDe from "@/messages/dashboard/operator/de.json";
import operatorEn from "@/messages/dashboard/operator/en.json";
import operatorEs from "@/messages/dashboard/operator/es.json";
import operatorFr from "@/messages/dashboard/operator/fr.json";
import operatorJa from "@/messages/dashboard/operator/ja.json";
import organizationsAr from "@/messages/dashboard/organizations/ar.json";
import organizationsDe from "@/messages/dashboard/organizations/de.json";
import organizationsEn from "@/messages/dashboard/organizations/en.json";
import organizationsEs from "@/messages/dashboard/organizations/es.json";
import organizationsFr from "@/messages/dashboard/organizations/fr.json";
import organizationsJa from "@/messages/dashboard/organizations/ja.json";
import overviewAr from "@/messages/dashboard/overview/ar.json";
import overviewDe from "@/messages/dashboard/overview/de.json";
import overviewEn from "@/messages/dashboard/overview/en.json";
import overviewEs from "@/messages/dashboard/overview/es.json";
import overviewFr from "@/messages/dashboard/overview/fr.json";
import overviewJa from "@/messages/dashboard/overview/ja.json";
import proofAr from "@/messages/dashboard/proof/ar.json";
import proofDe from "@/messages/dashboard/proof/de.json";
import proofEn from "@/messages/dashboard/proof/en.json";
import proofEs from "@/messages/dashboard/proof/es.json";
import proofFr from "@/messages/dashboard/proof/fr.json";
import proofJa from "@/messages/dashboard/proof/ja.json";
import refusalsAr from "@/messages/dashboard/refusals/ar.json";
import refusalsDe from "@/messages/dashboard/refusals/de.json";
import refusalsEn from "@/messages/dashboard/refusals/en.json";
import refusalsEs from "@/messages/dashboard/refusals/es.json";
import refusalsFr from "@/messages/dashboard/refusals/fr.json";
import refusalsJa from "@/messages/dashboard/refusals/ja.json";
import settingsAr from "@/messages/dashboard/settings/ar.json";
import settingsDe from "@/messages/dashboard/settings/de.json";
import settingsEn from "@/messages/dashboard/settings/en.json";
import settingsEs from "@/messages/dashboard/settings/es.json";
import settingsFr from "@/messages/dashboard/settings/fr.json";
import settingsJa from "@/messages/dashboard/settings/ja.json";
import usersAr from "@/messages/dashboard/users/ar.json";
import usersDe from "@/messages/dashboard/users/de.json";
import usersEn from "@/messages/dashboard/users/en.json";
import usersEs from "@/messages/dashboard/users/es.json";
import usersFr from "@/messages/dashboard/users/fr.json";
import usersJa from "@/messages/dashboard/users/ja.json";

/** Texts of the dashboard by area: one part of the menu, or several that belong together. */
const en = {
  frame: frameEn,
  overview: overviewEn,
  audit: auditEn,
  proof: proofEn,
  users: usersEn,
  organizations: organizationsEn,
  access: accessEn,
  connections: connectionsEn,
  installations: installationsEn,
  refusals: refusalsEn,
  settings: settingsEn,
  operator: operatorEn,
};

export type Catalog = typeof en;
export type Area = keyof Catalog;

const de: Catalog = {
  frame: frameDe,
  overview: overviewDe,
  audit: auditDe,
  proof: proofDe,
  users: usersDe,
  organizations: organizationsDe,
  access: accessDe,
  connections: connectionsDe,
  installations: installationsDe,
  refusals: refusalsDe,
  settings: settingsDe,
  operator: operatorDe,
};

const fr: Catalog = {
  frame: frameFr,
  overview: overviewFr,
  audit: auditFr,
  proof: proofFr,
  users: usersFr,
  organizations: organizationsFr,
  access: accessFr,
  connections: connectionsFr,
  installations: installationsFr,
  refusals: refusalsFr,
  settings: settingsFr,
  operator: operatorFr,
};

const es: Catalog = {
  frame: frameEs,
  overview: overviewEs,
  audit: auditEs,
  proof: proofEs,
  users: usersEs,
  organizations: organizationsEs,
  access: accessEs,
  connections: connectionsEs,
  installations: installationsEs,
  refusals: refusalsEs,
  settings: settingsEs,
  operator: operatorEs,
};

const ja: Catalog = {
  frame: frameJa,
  overview: overviewJa,
  audit: auditJa,
  proof: proofJa,
  users: usersJa,
  organizations: organizationsJa,
  access: accessJa,
  connections: connectionsJa,
  installations: installationsJa,
  refusals: refusalsJa,
  settings: settingsJa,
  operator: operatorJa,
};

const ar: Catalog = {
  frame: frameAr,
  overview: overviewAr,
  audit: auditAr,
  proof: proofAr,
  users: usersAr,
  organizations: organizationsAr,
  access: accessAr,
  connections: connectionsAr,
  installations: installationsAr,
  refusals: refusalsAr,
  settings: settingsAr,
  operator: operatorAr,
};

/** Each language has every text (i18n/messages.test.ts). */
export const catalogs: Record<Locale, Catalog> = { en, de, fr, es, ja, ar };
