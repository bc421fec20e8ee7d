import type { AnyOperation } from '@countersign/server/journal/operation';
import { noteApproval } from './signifiers/approval-operations.ts';
import {
  addArtifact,
  approveSignifiers,
  noteArtifactFault,
  putCallPolicy,
  removeArtifact,
  synchroniseArtifact,
} from './signifiers/artifact-operations.ts';
import { grantCalls, revokeGrant } from './signifiers/grant-operations.ts';
import { beginCall, forgetCall, noteStep } from './signifiers/ledger-operations.ts';
import { putProfile, putSignifierNote, removeProfile } from './signifiers/profile-operations.ts';

/** What changes the store for what agents are offered. */
export const toolOperations: readonly AnyOperation[] = [
  noteApproval,
  addArtifact,
  approveSignifiers,
  noteArtifactFault,
  putCallPolicy,
  removeArtifact,
  synchroniseArtifact,
  grantCalls,
  revokeGrant,
  beginCall,
  forgetCall,
  noteStep,
  putProfile,
  putSignifierNote,
  removeProfile,
];
