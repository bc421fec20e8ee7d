import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { type OpenRecording, openRecording, readRecording } from './recording.ts';

/**
 * The folder of recordings beside this page; null = there is a server instead. `npm run build:demo` names it in the page, so that
 * the demo is the same console, to the byte.
 */
export function recordingsFolder(): string | null {
  const named = document.querySelector<HTMLMetaElement>('meta[name="countersign-recordings"]');
  return named?.content ?? null;
}

const listSchema = z.object({
  recordings: z.array(
    z.object({
      /** Of its file, without the ending. */
      name: z.string(),
      title: z.string(),
      agentName: z.string(),
      startedAt: z.number(),
      events: z.number(),
    }),
  ),
});
export type ListedRecording = z.infer<typeof listSchema>['recordings'][number];

async function fetched(path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(path, { signal });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}

export function useRecordings(folder: string): UseQueryResult<ListedRecording[]> {
  return useQuery({
    queryKey: ['recordings', folder],
    queryFn: async ({ signal }) =>
      listSchema.parse(await (await fetched(`${folder}/index.json`, signal)).json()).recordings,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One of them, ready to be looked at; null = there is nothing in its file. */
export function useRecording(folder: string, name: string): UseQueryResult<OpenRecording | null> {
  return useQuery({
    queryKey: ['recordings', folder, name],
    queryFn: async ({ signal }) => {
      const file = await fetched(`${folder}/${encodeURIComponent(name)}.jsonl`, signal);
      const recording = await readRecording(await file.blob());
      return recording === null ? null : openRecording(recording);
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
