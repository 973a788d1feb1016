const body = { key: "enterprise", name: "Enterprise" };
const type = { id: "01938f2c-7d22-7a1b-9c3d-4e5f60718293", ...body };

export const organizationTypeExamples = {
  wanted: body,
  type,
  list: { organization_types: [type] },
};
