/* Made by scripts/generate-schema.mjs from meta.schema.json; change that and run the generator again. */
// @ts-nocheck
function codePoints(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
var validateRoot = validate20;
var schema43 = { "title": "SurfaceMeta", "description": "The derived metadata, carried. It must equal what the runtime derives.", "type": "object", "additionalProperties": false, "required": ["hcp", "pack_id", "adapter_kind"], "properties": { "hcp": { "description": "The protocol's major version.", "type": "integer", "const": 1 }, "pack_id": { "description": "The manifest's id.", "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[a-z0-9][a-z0-9._-]*$", "patternErrorMessage": 'must be lower-case letters, digits, ".", "_" or "-", a letter or digit first' }, "adapter_kind": { "$ref": "#/$defs/adapterKind" }, "binding": { "$ref": "#/$defs/binding" }, "wrap": { "$ref": "#/$defs/wrap" }, "openapi": { "$ref": "#/$defs/openapi" }, "pass_through": { "$ref": "#/$defs/passThrough" }, "plane": { "$ref": "#/$defs/plane" }, "transports": { "$ref": "#/$defs/transports" }, "skill_url": { "description": "The manifest's skill_url.", "type": "string" } } };
var schema33 = { "title": "SurfaceAdapterKind", "description": "How verbs are executed: wrap runs a program, openapi sends a request, composite runs code in process, sense_only runs nothing. Default composite.", "type": "string", "enum": ["wrap", "composite", "openapi", "sense_only"] };
var schema37 = { "title": "SurfaceBinding", "description": "Where the pack's credential comes from.", "type": "object", "additionalProperties": false, "properties": { "mode": { "description": "Whose credential a call runs with; mock runs with none.", "type": "string", "enum": ["user", "mothership", "local", "public", "mock"] }, "hub": { "description": "Where that credential is kept.", "type": "string", "enum": ["keyring", "local-credential", "public", "none"] }, "family": { "description": "The name the credential is kept under.", "type": "string", "minLength": 1, "maxLength": 128 }, "connect_provider_id": { "description": "The provider that the connect command asks for.", "type": "string", "minLength": 1, "maxLength": 128 } } };
var schema35 = { "title": "SurfacePlane", "description": "A control pack needs binding.mode mothership. Default runtime.", "type": "string", "enum": ["runtime", "control"] };
var schema36 = { "title": "SurfaceTransports", "description": "The faces the pack is made for.", "type": "array", "maxItems": 4, "items": { "type": "string", "enum": ["cli", "json_exec", "mcp"] } };
var func0 = Object.prototype.hasOwnProperty;
var func64 = codePoints;
var pattern4 = new RegExp("^[a-z0-9][a-z0-9._-]*$", "u");
var pattern5 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate24.evaluated;
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
      if (!func0.call(schema43.properties, key0)) {
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
        const err11 = { instancePath: instancePath + "/adapter_kind", schemaPath: "#/$defs/adapterKind/enum", keyword: "enum", params: { allowedValues: schema33.enum } };
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
            const err14 = { instancePath: instancePath + "/binding/mode", schemaPath: "#/$defs/binding/properties/mode/enum", keyword: "enum", params: { allowedValues: schema37.properties.mode.enum } };
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
            const err16 = { instancePath: instancePath + "/binding/hub", schemaPath: "#/$defs/binding/properties/hub/enum", keyword: "enum", params: { allowedValues: schema37.properties.hub.enum } };
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
        const err55 = { instancePath: instancePath + "/plane", schemaPath: "#/$defs/plane/enum", keyword: "enum", params: { allowedValues: schema35.enum } };
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
            const err58 = { instancePath: instancePath + "/transports/" + i2, schemaPath: "#/$defs/transports/items/enum", keyword: "enum", params: { allowedValues: schema36.items.enum } };
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
  validate24.errors = vErrors;
  return errors === 0;
}
validate24.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
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
  if (!validate24(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors })) {
    vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
    errors = vErrors.length;
  }
  validate20.errors = vErrors;
  return errors === 0;
}
validate20.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };

/** Every violation of meta.schema.json in a JSON value; none means that it is valid. Never throws on a JSON value. */
export const validateMeta: (value: unknown) => readonly {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}[] = (value) => (validateRoot(value) ? [] : validateRoot.errors);

/** What a violated `pattern` of the folder's schemas means, by the pattern. */
export const metaPatternReasons: Readonly<Record<string, string>> = {
  "^[a-z0-9][a-z0-9._-]*$": "must be lower-case letters, digits, \".\", \"_\" or \"-\", a letter or digit first",
  "^[!-~]+( [!-~]+)*$": "must be printable ASCII without a leading, trailing or double space",
  "^[A-Za-z_][A-Za-z0-9_]*$": "must be a variable name: letters, digits and \"_\", no digit first"
};
