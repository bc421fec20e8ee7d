/**
 * Texts in JSON may hold what PostgreSQL cannot make a text of, and fails at: NUL, and halves of characters. NUL is read as it is stored
 * elsewhere (`any-text.ts`), a half as the sign for what cannot be read.
 */
export const jsonOfAnyText = String.raw`
CREATE FUNCTION json_readable(source text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE WHEN strpos(source, '\u') = 0 THEN source ELSE
    regexp_replace(regexp_replace(regexp_replace(source,
      '(?<!\\)((?:\\\\)*)\\u0000', '\1${'\u{10FFFE}'}0', 'g'),
      '(?<!\\)((?:\\\\)*)\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})', '\1${'\ufffd'}', 'g'),
      '(?<!\\)(?<!\\u[dD][89abAB][0-9a-fA-F]{2})((?:\\\\)*)\\u[dD][c-fC-F][0-9a-fA-F]{2}', '\1${'\ufffd'}', 'g')
  END;
$$;
CREATE OR REPLACE FUNCTION json_extract(source text, path text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT AS $$
BEGIN
  RETURN json_readable(source)::json #>> string_to_array(substr(path, 3), '.');
EXCEPTION WHEN others THEN
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION json_each(list text) RETURNS TABLE(value text) LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT json_array_elements_text(json_readable(list)::json) COLLATE "C";
$$;
REINDEX INDEX prompts_call;
`;
