# cmake -DPROGRAM=… -DWORDS=… -DOUTPUT=… -P run_to_file.cmake: what the program prints becomes the file.
execute_process(COMMAND ${PROGRAM} ${WORDS} OUTPUT_FILE ${OUTPUT} RESULT_VARIABLE failed)
if(failed)
  file(REMOVE ${OUTPUT})
  message(FATAL_ERROR "${PROGRAM} ${WORDS}: ${failed}")
endif()
