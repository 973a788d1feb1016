// The packages it uses are linked, and lie outside of its folder.
export default { turbopack: { root: "/" }, compress: false };
