import { memoryProposeTool } from './propose-tool.ts';
import { resumePreviewTool } from './resume-tool.ts';
import { searchTool } from './search-tool.ts';
import { sessionShowTool, sessionsListTool } from './session-tools.ts';
import { showTool, timelineTool } from './show-tools.ts';
import type { Tool } from './tool.ts';

/** Every tool. None accepts, forgets, deletes, exports or resumes: those are a person's, at a terminal. */
export const TOOLS: readonly Tool[] = [
  searchTool,
  timelineTool,
  showTool,
  sessionsListTool,
  sessionShowTool,
  resumePreviewTool,
  memoryProposeTool,
];
