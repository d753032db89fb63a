/** For esbuild: redaction is planned while a program is made, not at each start. `anchorPlan`: what `planOfTable` gives. */
export function plannedRedaction(anchorPlan) {
  return {
    name: 'planned-redaction',
    setup(plugin) {
      plugin.onLoad({ filter: /src[\\/]redaction[\\/]table-plan\.ts$/ }, () => ({
        contents: `export const TABLE_PLAN = ${JSON.stringify(anchorPlan)};`,
        loader: 'js',
      }));
    },
  };
}
