/* Made by scripts/generate-schema.mjs from surface.schema.json; change that and run the generator again. */
// @ts-nocheck
function codePoints(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
var validateRoot = validate20;
var schema32 = { "title": "SurfaceAdapterKind", "description": "How verbs are executed: wrap runs a program, openapi sends a request, composite runs code in process, sense_only runs nothing. Default composite.", "type": "string", "enum": ["wrap", "composite", "openapi", "sense_only"] };
var schema34 = { "title": "SurfacePlane", "description": "A control pack needs binding.mode mothership. Default runtime.", "type": "string", "enum": ["runtime", "control"] };
var schema35 = { "title": "SurfaceTransports", "description": "The faces the pack is made for.", "type": "array", "maxItems": 4, "items": { "type": "string", "enum": ["cli", "json_exec", "mcp"] } };
var schema36 = { "title": "SurfaceBinding", "description": "Where the pack's credential comes from.", "type": "object", "additionalProperties": false, "properties": { "mode": { "description": "Whose credential a call runs with; mock runs with none.", "type": "string", "enum": ["user", "mothership", "local", "public", "mock"] }, "hub": { "description": "Where that credential is kept.", "type": "string", "enum": ["keyring", "local-credential", "public", "none"] }, "family": { "description": "The name the credential is kept under.", "type": "string", "minLength": 1, "maxLength": 128 }, "connect_provider_id": { "description": "The provider that the connect command asks for.", "type": "string", "minLength": 1, "maxLength": 128 } } };
var schema40 = { "title": "SurfaceVerb", "description": 'One command. Members that start with "x-" are extensions and never reported.', "type": "object", "properties": { "description": { "description": "One sentence: what the command does.", "type": "string" }, "cli": { "description": "The command line, the program's name first; {{name}} or --flag={{name}} is an argument.", "type": "array", "minItems": 1, "items": { "type": "string" } }, "args": { "description": "A JSON Schema (2020-12, or draft-07 by $schema) of the command's arguments.", "type": ["object", "boolean"] }, "policy": { "description": "A hint; policy.json decides.", "type": "string", "enum": ["read", "write"] } } };
var func0 = Object.prototype.hasOwnProperty;
var func64 = codePoints;
var pattern4 = new RegExp("^[a-z0-9][a-z0-9._-]*$", "u");
var pattern5 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
var pattern6 = new RegExp("^[!-~]+( [!-~]+)*$", "u");
var schema42 = { "title": "SurfaceMeta", "description": "The derived metadata, carried. It must equal what the runtime derives.", "type": "object", "additionalProperties": false, "required": ["hcp", "pack_id", "adapter_kind"], "properties": { "hcp": { "description": "The protocol's major version.", "type": "integer", "const": 1 }, "pack_id": { "description": "The manifest's id.", "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[a-z0-9][a-z0-9._-]*$", "patternErrorMessage": 'must be lower-case letters, digits, ".", "_" or "-", a letter or digit first' }, "adapter_kind": { "$ref": "#/$defs/adapterKind" }, "binding": { "$ref": "#/$defs/binding" }, "wrap": { "$ref": "#/$defs/wrap" }, "openapi": { "$ref": "#/$defs/openapi" }, "pass_through": { "$ref": "#/$defs/passThrough" }, "plane": { "$ref": "#/$defs/plane" }, "transports": { "$ref": "#/$defs/transports" }, "skill_url": { "description": "The manifest's skill_url.", "type": "string" } } };
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.hcp === void 0 || !func0.call(data, "hcp")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "hcp" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.pack_id === void 0 || !func0.call(data, "pack_id")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pack_id" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.adapter_kind === void 0 || !func0.call(data, "adapter_kind")) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "adapter_kind" } };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!func0.call(schema42.properties, key0)) {
        const err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.hcp !== void 0 && func0.call(data, "hcp")) {
      let data0 = data.hcp;
      if (!(typeof data0 == "number" && (!(data0 % 1) && !isNaN(data0)) && isFinite(data0))) {
        const err4 = { instancePath: instancePath + "/hcp", schemaPath: "#/properties/hcp/type", keyword: "type", params: { type: "integer" } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
      if (1 !== data0) {
        const err5 = { instancePath: instancePath + "/hcp", schemaPath: "#/properties/hcp/const", keyword: "const", params: { allowedValue: 1 } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.pack_id !== void 0 && func0.call(data, "pack_id")) {
      let data1 = data.pack_id;
      if (typeof data1 === "string") {
        if (func64(data1) > 128) {
          const err6 = { instancePath: instancePath + "/pack_id", schemaPath: "#/properties/pack_id/maxLength", keyword: "maxLength", params: { limit: 128 } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (func64(data1) < 1) {
          const err7 = { instancePath: instancePath + "/pack_id", schemaPath: "#/properties/pack_id/minLength", keyword: "minLength", params: { limit: 1 } };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (!pattern4.test(data1)) {
          const err8 = { instancePath: instancePath + "/pack_id", schemaPath: "#/properties/pack_id/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9][a-z0-9._-]*$" } };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
      } else {
        const err9 = { instancePath: instancePath + "/pack_id", schemaPath: "#/properties/pack_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.adapter_kind !== void 0 && func0.call(data, "adapter_kind")) {
      let data2 = data.adapter_kind;
      if (typeof data2 !== "string") {
        const err10 = { instancePath: instancePath + "/adapter_kind", schemaPath: "#/$defs/adapterKind/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
      if (!(data2 === "wrap" || data2 === "composite" || data2 === "openapi" || data2 === "sense_only")) {
        const err11 = { instancePath: instancePath + "/adapter_kind", schemaPath: "#/$defs/adapterKind/enum", keyword: "enum", params: { allowedValues: schema32.enum } };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.binding !== void 0 && func0.call(data, "binding")) {
      let data3 = data.binding;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key1 of Object.keys(data3)) {
          if (!(key1 === "mode" || key1 === "hub" || key1 === "family" || key1 === "connect_provider_id")) {
            const err12 = { instancePath: instancePath + "/binding", schemaPath: "#/$defs/binding/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data3.mode !== void 0 && func0.call(data3, "mode")) {
          let data4 = data3.mode;
          if (typeof data4 !== "string") {
            const err13 = { instancePath: instancePath + "/binding/mode", schemaPath: "#/$defs/binding/properties/mode/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
          if (!(data4 === "user" || data4 === "mothership" || data4 === "local" || data4 === "public" || data4 === "mock")) {
            const err14 = { instancePath: instancePath + "/binding/mode", schemaPath: "#/$defs/binding/properties/mode/enum", keyword: "enum", params: { allowedValues: schema36.properties.mode.enum } };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
        if (data3.hub !== void 0 && func0.call(data3, "hub")) {
          let data5 = data3.hub;
          if (typeof data5 !== "string") {
            const err15 = { instancePath: instancePath + "/binding/hub", schemaPath: "#/$defs/binding/properties/hub/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
          if (!(data5 === "keyring" || data5 === "local-credential" || data5 === "public" || data5 === "none")) {
            const err16 = { instancePath: instancePath + "/binding/hub", schemaPath: "#/$defs/binding/properties/hub/enum", keyword: "enum", params: { allowedValues: schema36.properties.hub.enum } };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data3.family !== void 0 && func0.call(data3, "family")) {
          let data6 = data3.family;
          if (typeof data6 === "string") {
            if (func64(data6) > 128) {
              const err17 = { instancePath: instancePath + "/binding/family", schemaPath: "#/$defs/binding/properties/family/maxLength", keyword: "maxLength", params: { limit: 128 } };
              if (vErrors === null) {
                vErrors = [err17];
              } else {
                vErrors.push(err17);
              }
              errors++;
            }
            if (func64(data6) < 1) {
              const err18 = { instancePath: instancePath + "/binding/family", schemaPath: "#/$defs/binding/properties/family/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err18];
              } else {
                vErrors.push(err18);
              }
              errors++;
            }
          } else {
            const err19 = { instancePath: instancePath + "/binding/family", schemaPath: "#/$defs/binding/properties/family/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
        }
        if (data3.connect_provider_id !== void 0 && func0.call(data3, "connect_provider_id")) {
          let data7 = data3.connect_provider_id;
          if (typeof data7 === "string") {
            if (func64(data7) > 128) {
              const err20 = { instancePath: instancePath + "/binding/connect_provider_id", schemaPath: "#/$defs/binding/properties/connect_provider_id/maxLength", keyword: "maxLength", params: { limit: 128 } };
              if (vErrors === null) {
                vErrors = [err20];
              } else {
                vErrors.push(err20);
              }
              errors++;
            }
            if (func64(data7) < 1) {
              const err21 = { instancePath: instancePath + "/binding/connect_provider_id", schemaPath: "#/$defs/binding/properties/connect_provider_id/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err21];
              } else {
                vErrors.push(err21);
              }
              errors++;
            }
          } else {
            const err22 = { instancePath: instancePath + "/binding/connect_provider_id", schemaPath: "#/$defs/binding/properties/connect_provider_id/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
      } else {
        const err23 = { instancePath: instancePath + "/binding", schemaPath: "#/$defs/binding/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err23];
        } else {
          vErrors.push(err23);
        }
        errors++;
      }
    }
    if (data.wrap !== void 0 && func0.call(data, "wrap")) {
      let data8 = data.wrap;
      if (data8 && typeof data8 == "object" && !Array.isArray(data8)) {
        if (data8.bin === void 0 || !func0.call(data8, "bin")) {
          const err24 = { instancePath: instancePath + "/wrap", schemaPath: "#/$defs/wrap/required", keyword: "required", params: { missingProperty: "bin" } };
          if (vErrors === null) {
            vErrors = [err24];
          } else {
            vErrors.push(err24);
          }
          errors++;
        }
        for (const key2 of Object.keys(data8)) {
          if (!(key2 === "bin" || key2 === "argv_template" || key2 === "agent_env")) {
            const err25 = { instancePath: instancePath + "/wrap", schemaPath: "#/$defs/wrap/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data8.bin !== void 0 && func0.call(data8, "bin")) {
          let data9 = data8.bin;
          if (typeof data9 === "string") {
            if (func64(data9) > 128) {
              const err26 = { instancePath: instancePath + "/wrap/bin", schemaPath: "#/$defs/wrap/properties/bin/maxLength", keyword: "maxLength", params: { limit: 128 } };
              if (vErrors === null) {
                vErrors = [err26];
              } else {
                vErrors.push(err26);
              }
              errors++;
            }
            if (func64(data9) < 1) {
              const err27 = { instancePath: instancePath + "/wrap/bin", schemaPath: "#/$defs/wrap/properties/bin/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
          } else {
            const err28 = { instancePath: instancePath + "/wrap/bin", schemaPath: "#/$defs/wrap/properties/bin/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err28];
            } else {
              vErrors.push(err28);
            }
            errors++;
          }
        }
        if (data8.argv_template !== void 0 && func0.call(data8, "argv_template")) {
          let data10 = data8.argv_template;
          if (Array.isArray(data10)) {
            if (data10.length > 64) {
              const err29 = { instancePath: instancePath + "/wrap/argv_template", schemaPath: "#/$defs/wrap/properties/argv_template/maxItems", keyword: "maxItems", params: { limit: 64 } };
              if (vErrors === null) {
                vErrors = [err29];
              } else {
                vErrors.push(err29);
              }
              errors++;
            }
            const len0 = data10.length;
            for (let i0 = 0; i0 < len0; i0++) {
              if (typeof data10[i0] !== "string") {
                const err30 = { instancePath: instancePath + "/wrap/argv_template/" + i0, schemaPath: "#/$defs/wrap/properties/argv_template/items/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err30];
                } else {
                  vErrors.push(err30);
                }
                errors++;
              }
            }
          } else {
            const err31 = { instancePath: instancePath + "/wrap/argv_template", schemaPath: "#/$defs/wrap/properties/argv_template/type", keyword: "type", params: { type: "array" } };
            if (vErrors === null) {
              vErrors = [err31];
            } else {
              vErrors.push(err31);
            }
            errors++;
          }
        }
        if (data8.agent_env !== void 0 && func0.call(data8, "agent_env")) {
          let data12 = data8.agent_env;
          if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
            for (const key3 of Object.keys(data12)) {
              const _errs33 = errors;
              if (typeof key3 === "string") {
                if (!pattern5.test(key3)) {
                  const err32 = { instancePath: instancePath + "/wrap/agent_env", schemaPath: "#/$defs/wrap/properties/agent_env/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }, propertyName: key3 };
                  if (vErrors === null) {
                    vErrors = [err32];
                  } else {
                    vErrors.push(err32);
                  }
                  errors++;
                }
              }
              var valid8 = _errs33 === errors;
              if (!valid8) {
                const err33 = { instancePath: instancePath + "/wrap/agent_env", schemaPath: "#/$defs/wrap/properties/agent_env/propertyNames", keyword: "propertyNames", params: { propertyName: key3 } };
                if (vErrors === null) {
                  vErrors = [err33];
                } else {
                  vErrors.push(err33);
                }
                errors++;
              }
            }
            for (const key4 of Object.keys(data12)) {
              if (typeof data12[key4] !== "string") {
                const err34 = { instancePath: instancePath + "/wrap/agent_env/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/wrap/properties/agent_env/additionalProperties/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err34];
                } else {
                  vErrors.push(err34);
                }
                errors++;
              }
            }
          } else {
            const err35 = { instancePath: instancePath + "/wrap/agent_env", schemaPath: "#/$defs/wrap/properties/agent_env/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err35];
            } else {
              vErrors.push(err35);
            }
            errors++;
          }
        }
      } else {
        const err36 = { instancePath: instancePath + "/wrap", schemaPath: "#/$defs/wrap/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err36];
        } else {
          vErrors.push(err36);
        }
        errors++;
      }
    }
    if (data.openapi !== void 0 && func0.call(data, "openapi")) {
      let data14 = data.openapi;
      const _errs40 = errors;
      let valid11 = false;
      const _errs41 = errors;
      if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
        if (data14.path === void 0 || !func0.call(data14, "path")) {
          const err37 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/anyOf/0/required", keyword: "required", params: { missingProperty: "path" } };
          if (vErrors === null) {
            vErrors = [err37];
          } else {
            vErrors.push(err37);
          }
          errors++;
        }
      }
      var _valid0 = _errs41 === errors;
      valid11 = valid11 || _valid0;
      const _errs42 = errors;
      if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
        if (data14.url === void 0 || !func0.call(data14, "url")) {
          const err38 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/anyOf/1/required", keyword: "required", params: { missingProperty: "url" } };
          if (vErrors === null) {
            vErrors = [err38];
          } else {
            vErrors.push(err38);
          }
          errors++;
        }
      }
      var _valid0 = _errs42 === errors;
      valid11 = valid11 || _valid0;
      if (!valid11) {
        const err39 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/anyOf", keyword: "anyOf", params: {} };
        if (vErrors === null) {
          vErrors = [err39];
        } else {
          vErrors.push(err39);
        }
        errors++;
      } else {
        errors = _errs40;
        if (vErrors !== null) {
          if (_errs40) {
            vErrors.length = _errs40;
          } else {
            vErrors = null;
          }
        }
      }
      if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
        for (const key5 of Object.keys(data14)) {
          if (!(key5 === "url" || key5 === "path")) {
            const err40 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 } };
            if (vErrors === null) {
              vErrors = [err40];
            } else {
              vErrors.push(err40);
            }
            errors++;
          }
        }
        if (data14.url !== void 0 && func0.call(data14, "url")) {
          if (typeof data14.url !== "string") {
            const err41 = { instancePath: instancePath + "/openapi/url", schemaPath: "#/$defs/openapi/properties/url/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err41];
            } else {
              vErrors.push(err41);
            }
            errors++;
          }
        }
        if (data14.path !== void 0 && func0.call(data14, "path")) {
          let data16 = data14.path;
          if (typeof data16 === "string") {
            if (func64(data16) < 1) {
              const err42 = { instancePath: instancePath + "/openapi/path", schemaPath: "#/$defs/openapi/properties/path/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err42];
              } else {
                vErrors.push(err42);
              }
              errors++;
            }
          } else {
            const err43 = { instancePath: instancePath + "/openapi/path", schemaPath: "#/$defs/openapi/properties/path/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err43];
            } else {
              vErrors.push(err43);
            }
            errors++;
          }
        }
      } else {
        const err44 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err44];
        } else {
          vErrors.push(err44);
        }
        errors++;
      }
    }
    if (data.pass_through !== void 0 && func0.call(data, "pass_through")) {
      let data17 = data.pass_through;
      if (data17 && typeof data17 == "object" && !Array.isArray(data17)) {
        if (data17.allowedSubcommands === void 0 || !func0.call(data17, "allowedSubcommands")) {
          const err45 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/required", keyword: "required", params: { missingProperty: "allowedSubcommands" } };
          if (vErrors === null) {
            vErrors = [err45];
          } else {
            vErrors.push(err45);
          }
          errors++;
        }
        if (data17.maxArgv === void 0 || !func0.call(data17, "maxArgv")) {
          const err46 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/required", keyword: "required", params: { missingProperty: "maxArgv" } };
          if (vErrors === null) {
            vErrors = [err46];
          } else {
            vErrors.push(err46);
          }
          errors++;
        }
        for (const key6 of Object.keys(data17)) {
          if (!(key6 === "allowedSubcommands" || key6 === "maxArgv")) {
            const err47 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key6 } };
            if (vErrors === null) {
              vErrors = [err47];
            } else {
              vErrors.push(err47);
            }
            errors++;
          }
        }
        if (data17.allowedSubcommands !== void 0 && func0.call(data17, "allowedSubcommands")) {
          let data18 = data17.allowedSubcommands;
          if (Array.isArray(data18)) {
            if (data18.length < 1) {
              const err48 = { instancePath: instancePath + "/pass_through/allowedSubcommands", schemaPath: "#/$defs/passThrough/properties/allowedSubcommands/minItems", keyword: "minItems", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err48];
              } else {
                vErrors.push(err48);
              }
              errors++;
            }
            const len1 = data18.length;
            for (let i1 = 0; i1 < len1; i1++) {
              if (typeof data18[i1] !== "string") {
                const err49 = { instancePath: instancePath + "/pass_through/allowedSubcommands/" + i1, schemaPath: "#/$defs/passThrough/properties/allowedSubcommands/items/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err49];
                } else {
                  vErrors.push(err49);
                }
                errors++;
              }
            }
          } else {
            const err50 = { instancePath: instancePath + "/pass_through/allowedSubcommands", schemaPath: "#/$defs/passThrough/properties/allowedSubcommands/type", keyword: "type", params: { type: "array" } };
            if (vErrors === null) {
              vErrors = [err50];
            } else {
              vErrors.push(err50);
            }
            errors++;
          }
        }
        if (data17.maxArgv !== void 0 && func0.call(data17, "maxArgv")) {
          let data20 = data17.maxArgv;
          if (!(typeof data20 == "number" && (!(data20 % 1) && !isNaN(data20)) && isFinite(data20))) {
            const err51 = { instancePath: instancePath + "/pass_through/maxArgv", schemaPath: "#/$defs/passThrough/properties/maxArgv/type", keyword: "type", params: { type: "integer" } };
            if (vErrors === null) {
              vErrors = [err51];
            } else {
              vErrors.push(err51);
            }
            errors++;
          }
          if (typeof data20 == "number" && isFinite(data20)) {
            if (data20 <= 0 || isNaN(data20)) {
              const err52 = { instancePath: instancePath + "/pass_through/maxArgv", schemaPath: "#/$defs/passThrough/properties/maxArgv/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } };
              if (vErrors === null) {
                vErrors = [err52];
              } else {
                vErrors.push(err52);
              }
              errors++;
            }
          }
        }
      } else {
        const err53 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err53];
        } else {
          vErrors.push(err53);
        }
        errors++;
      }
    }
    if (data.plane !== void 0 && func0.call(data, "plane")) {
      let data21 = data.plane;
      if (typeof data21 !== "string") {
        const err54 = { instancePath: instancePath + "/plane", schemaPath: "#/$defs/plane/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err54];
        } else {
          vErrors.push(err54);
        }
        errors++;
      }
      if (!(data21 === "runtime" || data21 === "control")) {
        const err55 = { instancePath: instancePath + "/plane", schemaPath: "#/$defs/plane/enum", keyword: "enum", params: { allowedValues: schema34.enum } };
        if (vErrors === null) {
          vErrors = [err55];
        } else {
          vErrors.push(err55);
        }
        errors++;
      }
    }
    if (data.transports !== void 0 && func0.call(data, "transports")) {
      let data22 = data.transports;
      if (Array.isArray(data22)) {
        if (data22.length > 4) {
          const err56 = { instancePath: instancePath + "/transports", schemaPath: "#/$defs/transports/maxItems", keyword: "maxItems", params: { limit: 4 } };
          if (vErrors === null) {
            vErrors = [err56];
          } else {
            vErrors.push(err56);
          }
          errors++;
        }
        const len2 = data22.length;
        for (let i2 = 0; i2 < len2; i2++) {
          let data23 = data22[i2];
          if (typeof data23 !== "string") {
            const err57 = { instancePath: instancePath + "/transports/" + i2, schemaPath: "#/$defs/transports/items/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err57];
            } else {
              vErrors.push(err57);
            }
            errors++;
          }
          if (!(data23 === "cli" || data23 === "json_exec" || data23 === "mcp")) {
            const err58 = { instancePath: instancePath + "/transports/" + i2, schemaPath: "#/$defs/transports/items/enum", keyword: "enum", params: { allowedValues: schema35.items.enum } };
            if (vErrors === null) {
              vErrors = [err58];
            } else {
              vErrors.push(err58);
            }
            errors++;
          }
        }
      } else {
        const err59 = { instancePath: instancePath + "/transports", schemaPath: "#/$defs/transports/type", keyword: "type", params: { type: "array" } };
        if (vErrors === null) {
          vErrors = [err59];
        } else {
          vErrors.push(err59);
        }
        errors++;
      }
    }
    if (data.skill_url !== void 0 && func0.call(data, "skill_url")) {
      if (typeof data.skill_url !== "string") {
        const err60 = { instancePath: instancePath + "/skill_url", schemaPath: "#/properties/skill_url/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err60];
        } else {
          vErrors.push(err60);
        }
        errors++;
      }
    }
  } else {
    const err61 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err61];
    } else {
      vErrors.push(err61);
    }
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0 || !func0.call(data, "id")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.verbs === void 0 || !func0.call(data, "verbs")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "verbs" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.$schema !== void 0 && func0.call(data, "$schema")) {
      if (typeof data.$schema !== "string") {
        const err2 = { instancePath: instancePath + "/$schema", schemaPath: "#/properties/%24schema/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      let data1 = data.id;
      if (typeof data1 === "string") {
        if (func64(data1) > 128) {
          const err3 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/maxLength", keyword: "maxLength", params: { limit: 128 } };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (func64(data1) < 1) {
          const err4 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 } };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (!pattern4.test(data1)) {
          const err5 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9][a-z0-9._-]*$" } };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
      } else {
        const err6 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
    }
    if (data.name !== void 0 && func0.call(data, "name")) {
      if (typeof data.name !== "string") {
        const err7 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.cliBin !== void 0 && func0.call(data, "cliBin")) {
      if (typeof data.cliBin !== "string") {
        const err8 = { instancePath: instancePath + "/cliBin", schemaPath: "#/properties/cliBin/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.kind !== void 0 && func0.call(data, "kind")) {
      let data4 = data.kind;
      if (typeof data4 !== "string") {
        const err9 = { instancePath: instancePath + "/kind", schemaPath: "#/$defs/adapterKind/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
      if (!(data4 === "wrap" || data4 === "composite" || data4 === "openapi" || data4 === "sense_only")) {
        const err10 = { instancePath: instancePath + "/kind", schemaPath: "#/$defs/adapterKind/enum", keyword: "enum", params: { allowedValues: schema32.enum } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.adapter_kind !== void 0 && func0.call(data, "adapter_kind")) {
      let data5 = data.adapter_kind;
      if (typeof data5 !== "string") {
        const err11 = { instancePath: instancePath + "/adapter_kind", schemaPath: "#/$defs/adapterKind/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      if (!(data5 === "wrap" || data5 === "composite" || data5 === "openapi" || data5 === "sense_only")) {
        const err12 = { instancePath: instancePath + "/adapter_kind", schemaPath: "#/$defs/adapterKind/enum", keyword: "enum", params: { allowedValues: schema32.enum } };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.plane !== void 0 && func0.call(data, "plane")) {
      let data6 = data.plane;
      if (typeof data6 !== "string") {
        const err13 = { instancePath: instancePath + "/plane", schemaPath: "#/$defs/plane/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
      if (!(data6 === "runtime" || data6 === "control")) {
        const err14 = { instancePath: instancePath + "/plane", schemaPath: "#/$defs/plane/enum", keyword: "enum", params: { allowedValues: schema34.enum } };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.transports !== void 0 && func0.call(data, "transports")) {
      let data7 = data.transports;
      if (Array.isArray(data7)) {
        if (data7.length > 4) {
          const err15 = { instancePath: instancePath + "/transports", schemaPath: "#/$defs/transports/maxItems", keyword: "maxItems", params: { limit: 4 } };
          if (vErrors === null) {
            vErrors = [err15];
          } else {
            vErrors.push(err15);
          }
          errors++;
        }
        const len0 = data7.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data8 = data7[i0];
          if (typeof data8 !== "string") {
            const err16 = { instancePath: instancePath + "/transports/" + i0, schemaPath: "#/$defs/transports/items/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
          if (!(data8 === "cli" || data8 === "json_exec" || data8 === "mcp")) {
            const err17 = { instancePath: instancePath + "/transports/" + i0, schemaPath: "#/$defs/transports/items/enum", keyword: "enum", params: { allowedValues: schema35.items.enum } };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
      } else {
        const err18 = { instancePath: instancePath + "/transports", schemaPath: "#/$defs/transports/type", keyword: "type", params: { type: "array" } };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.binding !== void 0 && func0.call(data, "binding")) {
      let data9 = data.binding;
      if (data9 && typeof data9 == "object" && !Array.isArray(data9)) {
        for (const key0 of Object.keys(data9)) {
          if (!(key0 === "mode" || key0 === "hub" || key0 === "family" || key0 === "connect_provider_id")) {
            const err19 = { instancePath: instancePath + "/binding", schemaPath: "#/$defs/binding/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
        }
        if (data9.mode !== void 0 && func0.call(data9, "mode")) {
          let data10 = data9.mode;
          if (typeof data10 !== "string") {
            const err20 = { instancePath: instancePath + "/binding/mode", schemaPath: "#/$defs/binding/properties/mode/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err20];
            } else {
              vErrors.push(err20);
            }
            errors++;
          }
          if (!(data10 === "user" || data10 === "mothership" || data10 === "local" || data10 === "public" || data10 === "mock")) {
            const err21 = { instancePath: instancePath + "/binding/mode", schemaPath: "#/$defs/binding/properties/mode/enum", keyword: "enum", params: { allowedValues: schema36.properties.mode.enum } };
            if (vErrors === null) {
              vErrors = [err21];
            } else {
              vErrors.push(err21);
            }
            errors++;
          }
        }
        if (data9.hub !== void 0 && func0.call(data9, "hub")) {
          let data11 = data9.hub;
          if (typeof data11 !== "string") {
            const err22 = { instancePath: instancePath + "/binding/hub", schemaPath: "#/$defs/binding/properties/hub/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
          if (!(data11 === "keyring" || data11 === "local-credential" || data11 === "public" || data11 === "none")) {
            const err23 = { instancePath: instancePath + "/binding/hub", schemaPath: "#/$defs/binding/properties/hub/enum", keyword: "enum", params: { allowedValues: schema36.properties.hub.enum } };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
        }
        if (data9.family !== void 0 && func0.call(data9, "family")) {
          let data12 = data9.family;
          if (typeof data12 === "string") {
            if (func64(data12) > 128) {
              const err24 = { instancePath: instancePath + "/binding/family", schemaPath: "#/$defs/binding/properties/family/maxLength", keyword: "maxLength", params: { limit: 128 } };
              if (vErrors === null) {
                vErrors = [err24];
              } else {
                vErrors.push(err24);
              }
              errors++;
            }
            if (func64(data12) < 1) {
              const err25 = { instancePath: instancePath + "/binding/family", schemaPath: "#/$defs/binding/properties/family/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err25];
              } else {
                vErrors.push(err25);
              }
              errors++;
            }
          } else {
            const err26 = { instancePath: instancePath + "/binding/family", schemaPath: "#/$defs/binding/properties/family/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
        }
        if (data9.connect_provider_id !== void 0 && func0.call(data9, "connect_provider_id")) {
          let data13 = data9.connect_provider_id;
          if (typeof data13 === "string") {
            if (func64(data13) > 128) {
              const err27 = { instancePath: instancePath + "/binding/connect_provider_id", schemaPath: "#/$defs/binding/properties/connect_provider_id/maxLength", keyword: "maxLength", params: { limit: 128 } };
              if (vErrors === null) {
                vErrors = [err27];
              } else {
                vErrors.push(err27);
              }
              errors++;
            }
            if (func64(data13) < 1) {
              const err28 = { instancePath: instancePath + "/binding/connect_provider_id", schemaPath: "#/$defs/binding/properties/connect_provider_id/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err28];
              } else {
                vErrors.push(err28);
              }
              errors++;
            }
          } else {
            const err29 = { instancePath: instancePath + "/binding/connect_provider_id", schemaPath: "#/$defs/binding/properties/connect_provider_id/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
        }
      } else {
        const err30 = { instancePath: instancePath + "/binding", schemaPath: "#/$defs/binding/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err30];
        } else {
          vErrors.push(err30);
        }
        errors++;
      }
    }
    if (data.wrap !== void 0 && func0.call(data, "wrap")) {
      let data14 = data.wrap;
      if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
        if (data14.bin === void 0 || !func0.call(data14, "bin")) {
          const err31 = { instancePath: instancePath + "/wrap", schemaPath: "#/$defs/wrap/required", keyword: "required", params: { missingProperty: "bin" } };
          if (vErrors === null) {
            vErrors = [err31];
          } else {
            vErrors.push(err31);
          }
          errors++;
        }
        for (const key1 of Object.keys(data14)) {
          if (!(key1 === "bin" || key1 === "argv_template" || key1 === "agent_env")) {
            const err32 = { instancePath: instancePath + "/wrap", schemaPath: "#/$defs/wrap/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
            if (vErrors === null) {
              vErrors = [err32];
            } else {
              vErrors.push(err32);
            }
            errors++;
          }
        }
        if (data14.bin !== void 0 && func0.call(data14, "bin")) {
          let data15 = data14.bin;
          if (typeof data15 === "string") {
            if (func64(data15) > 128) {
              const err33 = { instancePath: instancePath + "/wrap/bin", schemaPath: "#/$defs/wrap/properties/bin/maxLength", keyword: "maxLength", params: { limit: 128 } };
              if (vErrors === null) {
                vErrors = [err33];
              } else {
                vErrors.push(err33);
              }
              errors++;
            }
            if (func64(data15) < 1) {
              const err34 = { instancePath: instancePath + "/wrap/bin", schemaPath: "#/$defs/wrap/properties/bin/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err34];
              } else {
                vErrors.push(err34);
              }
              errors++;
            }
          } else {
            const err35 = { instancePath: instancePath + "/wrap/bin", schemaPath: "#/$defs/wrap/properties/bin/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err35];
            } else {
              vErrors.push(err35);
            }
            errors++;
          }
        }
        if (data14.argv_template !== void 0 && func0.call(data14, "argv_template")) {
          let data16 = data14.argv_template;
          if (Array.isArray(data16)) {
            if (data16.length > 64) {
              const err36 = { instancePath: instancePath + "/wrap/argv_template", schemaPath: "#/$defs/wrap/properties/argv_template/maxItems", keyword: "maxItems", params: { limit: 64 } };
              if (vErrors === null) {
                vErrors = [err36];
              } else {
                vErrors.push(err36);
              }
              errors++;
            }
            const len1 = data16.length;
            for (let i1 = 0; i1 < len1; i1++) {
              if (typeof data16[i1] !== "string") {
                const err37 = { instancePath: instancePath + "/wrap/argv_template/" + i1, schemaPath: "#/$defs/wrap/properties/argv_template/items/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err37];
                } else {
                  vErrors.push(err37);
                }
                errors++;
              }
            }
          } else {
            const err38 = { instancePath: instancePath + "/wrap/argv_template", schemaPath: "#/$defs/wrap/properties/argv_template/type", keyword: "type", params: { type: "array" } };
            if (vErrors === null) {
              vErrors = [err38];
            } else {
              vErrors.push(err38);
            }
            errors++;
          }
        }
        if (data14.agent_env !== void 0 && func0.call(data14, "agent_env")) {
          let data18 = data14.agent_env;
          if (data18 && typeof data18 == "object" && !Array.isArray(data18)) {
            for (const key2 of Object.keys(data18)) {
              const _errs47 = errors;
              if (typeof key2 === "string") {
                if (!pattern5.test(key2)) {
                  const err39 = { instancePath: instancePath + "/wrap/agent_env", schemaPath: "#/$defs/wrap/properties/agent_env/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }, propertyName: key2 };
                  if (vErrors === null) {
                    vErrors = [err39];
                  } else {
                    vErrors.push(err39);
                  }
                  errors++;
                }
              }
              var valid13 = _errs47 === errors;
              if (!valid13) {
                const err40 = { instancePath: instancePath + "/wrap/agent_env", schemaPath: "#/$defs/wrap/properties/agent_env/propertyNames", keyword: "propertyNames", params: { propertyName: key2 } };
                if (vErrors === null) {
                  vErrors = [err40];
                } else {
                  vErrors.push(err40);
                }
                errors++;
              }
            }
            for (const key3 of Object.keys(data18)) {
              if (typeof data18[key3] !== "string") {
                const err41 = { instancePath: instancePath + "/wrap/agent_env/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/wrap/properties/agent_env/additionalProperties/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err41];
                } else {
                  vErrors.push(err41);
                }
                errors++;
              }
            }
          } else {
            const err42 = { instancePath: instancePath + "/wrap/agent_env", schemaPath: "#/$defs/wrap/properties/agent_env/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err42];
            } else {
              vErrors.push(err42);
            }
            errors++;
          }
        }
      } else {
        const err43 = { instancePath: instancePath + "/wrap", schemaPath: "#/$defs/wrap/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err43];
        } else {
          vErrors.push(err43);
        }
        errors++;
      }
    }
    if (data.openapi !== void 0 && func0.call(data, "openapi")) {
      let data20 = data.openapi;
      const _errs54 = errors;
      let valid16 = false;
      const _errs55 = errors;
      if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
        if (data20.path === void 0 || !func0.call(data20, "path")) {
          const err44 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/anyOf/0/required", keyword: "required", params: { missingProperty: "path" } };
          if (vErrors === null) {
            vErrors = [err44];
          } else {
            vErrors.push(err44);
          }
          errors++;
        }
      }
      var _valid0 = _errs55 === errors;
      valid16 = valid16 || _valid0;
      const _errs56 = errors;
      if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
        if (data20.url === void 0 || !func0.call(data20, "url")) {
          const err45 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/anyOf/1/required", keyword: "required", params: { missingProperty: "url" } };
          if (vErrors === null) {
            vErrors = [err45];
          } else {
            vErrors.push(err45);
          }
          errors++;
        }
      }
      var _valid0 = _errs56 === errors;
      valid16 = valid16 || _valid0;
      if (!valid16) {
        const err46 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/anyOf", keyword: "anyOf", params: {} };
        if (vErrors === null) {
          vErrors = [err46];
        } else {
          vErrors.push(err46);
        }
        errors++;
      } else {
        errors = _errs54;
        if (vErrors !== null) {
          if (_errs54) {
            vErrors.length = _errs54;
          } else {
            vErrors = null;
          }
        }
      }
      if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
        for (const key4 of Object.keys(data20)) {
          if (!(key4 === "url" || key4 === "path")) {
            const err47 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 } };
            if (vErrors === null) {
              vErrors = [err47];
            } else {
              vErrors.push(err47);
            }
            errors++;
          }
        }
        if (data20.url !== void 0 && func0.call(data20, "url")) {
          if (typeof data20.url !== "string") {
            const err48 = { instancePath: instancePath + "/openapi/url", schemaPath: "#/$defs/openapi/properties/url/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err48];
            } else {
              vErrors.push(err48);
            }
            errors++;
          }
        }
        if (data20.path !== void 0 && func0.call(data20, "path")) {
          let data22 = data20.path;
          if (typeof data22 === "string") {
            if (func64(data22) < 1) {
              const err49 = { instancePath: instancePath + "/openapi/path", schemaPath: "#/$defs/openapi/properties/path/minLength", keyword: "minLength", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err49];
              } else {
                vErrors.push(err49);
              }
              errors++;
            }
          } else {
            const err50 = { instancePath: instancePath + "/openapi/path", schemaPath: "#/$defs/openapi/properties/path/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err50];
            } else {
              vErrors.push(err50);
            }
            errors++;
          }
        }
      } else {
        const err51 = { instancePath: instancePath + "/openapi", schemaPath: "#/$defs/openapi/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err51];
        } else {
          vErrors.push(err51);
        }
        errors++;
      }
    }
    if (data.pass_through !== void 0 && func0.call(data, "pass_through")) {
      let data23 = data.pass_through;
      if (data23 && typeof data23 == "object" && !Array.isArray(data23)) {
        if (data23.allowedSubcommands === void 0 || !func0.call(data23, "allowedSubcommands")) {
          const err52 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/required", keyword: "required", params: { missingProperty: "allowedSubcommands" } };
          if (vErrors === null) {
            vErrors = [err52];
          } else {
            vErrors.push(err52);
          }
          errors++;
        }
        if (data23.maxArgv === void 0 || !func0.call(data23, "maxArgv")) {
          const err53 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/required", keyword: "required", params: { missingProperty: "maxArgv" } };
          if (vErrors === null) {
            vErrors = [err53];
          } else {
            vErrors.push(err53);
          }
          errors++;
        }
        for (const key5 of Object.keys(data23)) {
          if (!(key5 === "allowedSubcommands" || key5 === "maxArgv")) {
            const err54 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 } };
            if (vErrors === null) {
              vErrors = [err54];
            } else {
              vErrors.push(err54);
            }
            errors++;
          }
        }
        if (data23.allowedSubcommands !== void 0 && func0.call(data23, "allowedSubcommands")) {
          let data24 = data23.allowedSubcommands;
          if (Array.isArray(data24)) {
            if (data24.length < 1) {
              const err55 = { instancePath: instancePath + "/pass_through/allowedSubcommands", schemaPath: "#/$defs/passThrough/properties/allowedSubcommands/minItems", keyword: "minItems", params: { limit: 1 } };
              if (vErrors === null) {
                vErrors = [err55];
              } else {
                vErrors.push(err55);
              }
              errors++;
            }
            const len2 = data24.length;
            for (let i2 = 0; i2 < len2; i2++) {
              if (typeof data24[i2] !== "string") {
                const err56 = { instancePath: instancePath + "/pass_through/allowedSubcommands/" + i2, schemaPath: "#/$defs/passThrough/properties/allowedSubcommands/items/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err56];
                } else {
                  vErrors.push(err56);
                }
                errors++;
              }
            }
          } else {
            const err57 = { instancePath: instancePath + "/pass_through/allowedSubcommands", schemaPath: "#/$defs/passThrough/properties/allowedSubcommands/type", keyword: "type", params: { type: "array" } };
            if (vErrors === null) {
              vErrors = [err57];
            } else {
              vErrors.push(err57);
            }
            errors++;
          }
        }
        if (data23.maxArgv !== void 0 && func0.call(data23, "maxArgv")) {
          let data26 = data23.maxArgv;
          if (!(typeof data26 == "number" && (!(data26 % 1) && !isNaN(data26)) && isFinite(data26))) {
            const err58 = { instancePath: instancePath + "/pass_through/maxArgv", schemaPath: "#/$defs/passThrough/properties/maxArgv/type", keyword: "type", params: { type: "integer" } };
            if (vErrors === null) {
              vErrors = [err58];
            } else {
              vErrors.push(err58);
            }
            errors++;
          }
          if (typeof data26 == "number" && isFinite(data26)) {
            if (data26 <= 0 || isNaN(data26)) {
              const err59 = { instancePath: instancePath + "/pass_through/maxArgv", schemaPath: "#/$defs/passThrough/properties/maxArgv/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 } };
              if (vErrors === null) {
                vErrors = [err59];
              } else {
                vErrors.push(err59);
              }
              errors++;
            }
          }
        }
      } else {
        const err60 = { instancePath: instancePath + "/pass_through", schemaPath: "#/$defs/passThrough/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err60];
        } else {
          vErrors.push(err60);
        }
        errors++;
      }
    }
    if (data.verbs !== void 0 && func0.call(data, "verbs")) {
      let data27 = data.verbs;
      if (data27 && typeof data27 == "object" && !Array.isArray(data27)) {
        for (const key6 of Object.keys(data27)) {
          const _errs74 = errors;
          if (typeof key6 === "string") {
            if (func64(key6) > 128) {
              const err61 = { instancePath: instancePath + "/verbs", schemaPath: "#/properties/verbs/propertyNames/maxLength", keyword: "maxLength", params: { limit: 128 }, propertyName: key6 };
              if (vErrors === null) {
                vErrors = [err61];
              } else {
                vErrors.push(err61);
              }
              errors++;
            }
            if (func64(key6) < 1) {
              const err62 = { instancePath: instancePath + "/verbs", schemaPath: "#/properties/verbs/propertyNames/minLength", keyword: "minLength", params: { limit: 1 }, propertyName: key6 };
              if (vErrors === null) {
                vErrors = [err62];
              } else {
                vErrors.push(err62);
              }
              errors++;
            }
            if (!pattern6.test(key6)) {
              const err63 = { instancePath: instancePath + "/verbs", schemaPath: "#/properties/verbs/propertyNames/pattern", keyword: "pattern", params: { pattern: "^[!-~]+( [!-~]+)*$" }, propertyName: key6 };
              if (vErrors === null) {
                vErrors = [err63];
              } else {
                vErrors.push(err63);
              }
              errors++;
            }
          }
          var valid22 = _errs74 === errors;
          if (!valid22) {
            const err64 = { instancePath: instancePath + "/verbs", schemaPath: "#/properties/verbs/propertyNames", keyword: "propertyNames", params: { propertyName: key6 } };
            if (vErrors === null) {
              vErrors = [err64];
            } else {
              vErrors.push(err64);
            }
            errors++;
          }
        }
        for (const key7 of Object.keys(data27)) {
          let data28 = data27[key7];
          if (data28 && typeof data28 == "object" && !Array.isArray(data28)) {
            if (data28.description !== void 0 && func0.call(data28, "description")) {
              if (typeof data28.description !== "string") {
                const err65 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/description", schemaPath: "#/$defs/verb/properties/description/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err65];
                } else {
                  vErrors.push(err65);
                }
                errors++;
              }
            }
            if (data28.cli !== void 0 && func0.call(data28, "cli")) {
              let data30 = data28.cli;
              if (Array.isArray(data30)) {
                if (data30.length < 1) {
                  const err66 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/cli", schemaPath: "#/$defs/verb/properties/cli/minItems", keyword: "minItems", params: { limit: 1 } };
                  if (vErrors === null) {
                    vErrors = [err66];
                  } else {
                    vErrors.push(err66);
                  }
                  errors++;
                }
                const len3 = data30.length;
                for (let i3 = 0; i3 < len3; i3++) {
                  if (typeof data30[i3] !== "string") {
                    const err67 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/cli/" + i3, schemaPath: "#/$defs/verb/properties/cli/items/type", keyword: "type", params: { type: "string" } };
                    if (vErrors === null) {
                      vErrors = [err67];
                    } else {
                      vErrors.push(err67);
                    }
                    errors++;
                  }
                }
              } else {
                const err68 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/cli", schemaPath: "#/$defs/verb/properties/cli/type", keyword: "type", params: { type: "array" } };
                if (vErrors === null) {
                  vErrors = [err68];
                } else {
                  vErrors.push(err68);
                }
                errors++;
              }
            }
            if (data28.args !== void 0 && func0.call(data28, "args")) {
              let data32 = data28.args;
              if (!(data32 && typeof data32 == "object" && !Array.isArray(data32)) && typeof data32 !== "boolean") {
                const err69 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/args", schemaPath: "#/$defs/verb/properties/args/type", keyword: "type", params: { type: schema40.properties.args.type } };
                if (vErrors === null) {
                  vErrors = [err69];
                } else {
                  vErrors.push(err69);
                }
                errors++;
              }
            }
            if (data28.policy !== void 0 && func0.call(data28, "policy")) {
              let data33 = data28.policy;
              if (typeof data33 !== "string") {
                const err70 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/policy", schemaPath: "#/$defs/verb/properties/policy/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err70];
                } else {
                  vErrors.push(err70);
                }
                errors++;
              }
              if (!(data33 === "read" || data33 === "write")) {
                const err71 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1") + "/policy", schemaPath: "#/$defs/verb/properties/policy/enum", keyword: "enum", params: { allowedValues: schema40.properties.policy.enum } };
                if (vErrors === null) {
                  vErrors = [err71];
                } else {
                  vErrors.push(err71);
                }
                errors++;
              }
            }
          } else {
            const err72 = { instancePath: instancePath + "/verbs/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/verb/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err72];
            } else {
              vErrors.push(err72);
            }
            errors++;
          }
        }
      } else {
        const err73 = { instancePath: instancePath + "/verbs", schemaPath: "#/properties/verbs/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err73];
        } else {
          vErrors.push(err73);
        }
        errors++;
      }
    }
    if (data.stimulusTriggers !== void 0 && func0.call(data, "stimulusTriggers")) {
      let data34 = data.stimulusTriggers;
      if (Array.isArray(data34)) {
        const len4 = data34.length;
        for (let i4 = 0; i4 < len4; i4++) {
          let data35 = data34[i4];
          if (data35 && typeof data35 == "object" && !Array.isArray(data35)) {
            if (data35.ref === void 0 || !func0.call(data35, "ref")) {
              const err74 = { instancePath: instancePath + "/stimulusTriggers/" + i4, schemaPath: "#/$defs/stimulusTrigger/required", keyword: "required", params: { missingProperty: "ref" } };
              if (vErrors === null) {
                vErrors = [err74];
              } else {
                vErrors.push(err74);
              }
              errors++;
            }
            if (data35.ref !== void 0 && func0.call(data35, "ref")) {
              if (typeof data35.ref !== "string") {
                const err75 = { instancePath: instancePath + "/stimulusTriggers/" + i4 + "/ref", schemaPath: "#/$defs/stimulusTrigger/properties/ref/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err75];
                } else {
                  vErrors.push(err75);
                }
                errors++;
              }
            }
          } else {
            const err76 = { instancePath: instancePath + "/stimulusTriggers/" + i4, schemaPath: "#/$defs/stimulusTrigger/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err76];
            } else {
              vErrors.push(err76);
            }
            errors++;
          }
        }
      } else {
        const err77 = { instancePath: instancePath + "/stimulusTriggers", schemaPath: "#/properties/stimulusTriggers/type", keyword: "type", params: { type: "array" } };
        if (vErrors === null) {
          vErrors = [err77];
        } else {
          vErrors.push(err77);
        }
        errors++;
      }
    }
    if (data.skill_url !== void 0 && func0.call(data, "skill_url")) {
      if (typeof data.skill_url !== "string") {
        const err78 = { instancePath: instancePath + "/skill_url", schemaPath: "#/properties/skill_url/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err78];
        } else {
          vErrors.push(err78);
        }
        errors++;
      }
    }
    if (data.harness !== void 0 && func0.call(data, "harness")) {
      if (typeof data.harness !== "string") {
        const err79 = { instancePath: instancePath + "/harness", schemaPath: "#/properties/harness/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err79];
        } else {
          vErrors.push(err79);
        }
        errors++;
      }
    }
    if (data.meta !== void 0 && func0.call(data, "meta")) {
      if (!validate21(data.meta, { instancePath: instancePath + "/meta", parentData: data, parentDataProperty: "meta", rootData, dynamicAnchors })) {
        vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
        errors = vErrors.length;
      }
    }
  } else {
    const err80 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err80];
    } else {
      vErrors.push(err80);
    }
    errors++;
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": { "$schema": true, "id": true, "name": true, "cliBin": true, "kind": true, "adapter_kind": true, "plane": true, "transports": true, "binding": true, "wrap": true, "openapi": true, "pass_through": true, "verbs": true, "stimulusTriggers": true, "skill_url": true, "harness": true, "meta": true }, "dynamicProps": false, "dynamicItems": false };

/** Every violation of surface.schema.json in a JSON value; none means that it is valid. Never throws on a JSON value. */
export const validateSurface: (value: unknown) => readonly {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}[] = (value) => (validateRoot(value) ? [] : validateRoot.errors);

/** What a violated `pattern` of the folder's schemas means, by the pattern. */
export const surfacePatternReasons: Readonly<Record<string, string>> = {
  "^[a-z0-9][a-z0-9._-]*$": "must be lower-case letters, digits, \".\", \"_\" or \"-\", a letter or digit first",
  "^[!-~]+( [!-~]+)*$": "must be printable ASCII without a leading, trailing or double space",
  "^[A-Za-z_][A-Za-z0-9_]*$": "must be a variable name: letters, digits and \"_\", no digit first"
};
