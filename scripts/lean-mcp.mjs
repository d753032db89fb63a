// The MCP package brings a validator of JSON Schema, 190 KB of it, for questions that a server may put to its client.
// loom asks none.
const NOTHING_TO_VALIDATE = `
  export class AjvJsonSchemaValidator {
    getValidator() {
      throw new TypeError('nothing is asked of a client');
    }
  }`;

export const leanMcp = {
  name: 'lean-mcp',
  setup(plugin) {
    plugin.onLoad({ filter: /modelcontextprotocol[\\/]sdk[\\/].*[\\/]ajv-provider\.js$/ }, () => ({
      contents: NOTHING_TO_VALIDATE,
      loader: 'js',
    }));
  },
};
